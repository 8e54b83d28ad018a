import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { type ReadMail, readMail } from "./mails.ts";

interface ReceivedMail extends ReadMail {
  from: string;
  recipients: string[];
}

interface MailServerOptions {
  port?: number;
  /** Awaited before a mail is acknowledged; a rejection refuses it. */
  beforeAccepting?(mail: ReceivedMail): Promise<void> | void;
}

/** A real SMTP server that stores received mails. */
export async function startMailServer({ port = 0, beforeAccepting }: MailServerOptions = {}) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 1000,
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, { envelope }, done) {
      text(stream)
        .then(async (raw) => {
          const from = envelope.mailFrom ? envelope.mailFrom.address : "";
          const mail = { ...readMail(raw), from, recipients: envelope.rcptTo.map(({ address }) => address) };
          await beforeAccepting?.(mail);
          received.push(mail);
        })
        .then(() => done(), done);
    },
  });
  server.on("error", () => {});
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address() as AddressInfo;
  return {
    received,
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

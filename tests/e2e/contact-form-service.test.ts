import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  dismissToast,
  expectToast,
  FAILED,
  fillHoneypot,
  fillIn,
  MESSAGE,
  REFUSED,
  SENT,
  send,
  typedIn,
  visitWhereRequestsFail,
} from "./support/contact.ts";
import { startOwnShop } from "./support/own-shop.ts";
import { expect, test } from "./support/test.ts";

interface FormService {
  /** Its response; `down` closes the connection. */
  mood: "takes" | "refuses" | "down";
  received: unknown[];
}

const service: FormService = { mood: "takes", received: [] };

/** A fake form service on another origin: browsers send a CORS preflight before the JSON. */
async function startFormService() {
  const server = createServer(async (request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "content-type, accept");
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    if (service.mood === "down") return request.socket.destroy();
    service.received.push(JSON.parse((await request.toArray()).join("")));
    const success = service.mood === "takes";
    response.writeHead(success ? 200 : 400, { "content-type": "application/json" }).end(JSON.stringify({ success }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/submit`, stop: () => server.close() };
}

test("a shop with a form service: it receives what people send, and its answers are shown", async ({ browser }) => {
  test.slow();
  const formService = await startFormService();
  const shop = await startOwnShop({
    RATE_LIMIT: "off",
    WEB3FORMS_ACCESS_KEY: "test-access-key",
    WEB3FORMS_URL: formService.url,
  });
  try {
    const page = await visitWhereRequestsFail(browser, shop.url);
    await test.step("shows the error and keeps the input when the form service rejects", async () => {
      service.mood = "refuses";
      await fillIn(page);
      await send(page);
      await expectToast(page, REFUSED);
      expect(await typedIn(page)).toMatchObject({ name: MESSAGE.name });
      await dismissToast(page);
    });
    await test.step("the same when the form service is down", async () => {
      service.mood = "down";
      await send(page);
      await expectToast(page, FAILED);
      expect(await typedIn(page)).toMatchObject({ name: MESSAGE.name });
      await dismissToast(page);
    });
    await test.step("the form service receives key and message, and its success is shown", async () => {
      Object.assign(service, { mood: "takes", received: [] });
      await send(page);
      await expectToast(page, SENT);
      expect(service.received).toEqual([{ access_key: "test-access-key", ...MESSAGE }]);
      expect(await typedIn(page)).toMatchObject({ name: "", message: "" });
      await dismissToast(page);
    });
    await test.step("a filled honeypot never reaches the form service", async () => {
      service.received = [];
      await fillIn(page);
      await fillHoneypot(page);
      await send(page);
      await expectToast(page, SENT);
      expect(service.received).toEqual([]);
    });
    await test.step("the privacy policy of such a shop names the form service", async () => {
      await page.goto("/privacy_policy");
      await expect(page.getByText("the form service Web3Forms")).toBeVisible();
    });
    await page.context().close();
  } finally {
    formService.stop();
    await shop.stop();
  }
});

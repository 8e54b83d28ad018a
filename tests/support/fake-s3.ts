import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

const ACCESS_KEY = "AKIATESTTESTTESTTEST";
const SECRET_KEY = "a secret/of+the test";
const REGION = "ap-south-1";
const BUCKET = "shop-pictures";

/** Verifies the signature independently of the shop's own signer. Returns what is wrong. */
function findSignatureError({ method, url, headers }: IncomingMessage, body: Buffer) {
  const parts =
    /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=(\w+)$/.exec(
      headers.authorization ?? "",
    );
  if (!parts) return "no signature";
  const [, accessKey, date, region, names, signature] = parts as unknown as string[];
  const bodyHash = String(headers["x-amz-content-sha256"]);
  if (accessKey !== ACCESS_KEY || region !== REGION) return "unknown key";
  if (createHash("sha256").update(body).digest("hex") !== bodyHash) return "another body";
  if (!names!.split(";").includes("host")) return "the host is not signed";
  const signed = names!.split(";").map((name) => `${name}:${headers[name]}\n`);
  const [path, query = ""] = url!.split("?");
  const canonical = `${method}\n${path}\n${query}\n${signed.join("")}\n${names}\n${bodyHash}`;
  const digest = createHash("sha256").update(canonical).digest("hex");
  const text = `AWS4-HMAC-SHA256\n${headers["x-amz-date"]}\n${date}/${region}/s3/aws4_request\n${digest}`;
  let key: Buffer | string = `AWS4${SECRET_KEY}`;
  for (const word of [date!, region!, "s3", "aws4_request"]) key = createHmac("sha256", key).update(word).digest();
  return createHmac("sha256", key).update(text).digest("hex") === signature ? undefined : "a wrong signature";
}

/** The part of S3 that the shop uses. Rejects requests with a wrong signature. */
export async function startFakeS3() {
  const objects = new Map<string, Buffer>();
  const refused: string[] = [];
  let failures = 0;
  let onPut = async () => {};
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const error = findSignatureError(request, body);
    if (error) {
      refused.push(error);
      return reply.writeHead(403).end();
    }
    if (failures > 0) {
      failures -= 1;
      return reply.writeHead(503).end("slow down");
    }
    const name = decodeURIComponent(request.url!.slice(`/${BUCKET}/`.length));
    if (request.method === "PUT") {
      await onPut();
      objects.set(name, body);
    }
    if (request.method === "DELETE") objects.delete(name);
    if (request.method !== "GET") return reply.writeHead(request.method === "PUT" ? 200 : 204).end();
    const found = objects.get(name);
    return found ? reply.writeHead(200, { "content-length": found.length }).end(found) : reply.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    objects,
    refused,
    failNext(times: number) {
      failures = times;
    },
    /** Runs while each upload waits for its answer. */
    duringPut(work: () => Promise<void>) {
      onPut = work;
    },
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY: ACCESS_KEY,
      S3_SECRET_KEY: SECRET_KEY,
      S3_REGION: REGION,
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
export type FakeS3 = Awaited<ReturnType<typeof startFakeS3>>;

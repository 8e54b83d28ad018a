import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { openSocket, request } from "../support/http-clients.ts";
import { openOwnShop, serve, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

interface ParsedResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Parses the responses to requests with these methods, and expects nothing after the last. */
function parseResponses(bytes: Buffer, methods: string[]): ParsedResponse[] {
  let place = 0;
  const responses = methods.map((method) => {
    const end = bytes.indexOf("\r\n\r\n", place);
    const [first = "", ...lines] = bytes.toString("latin1", place, end).split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => {
        const [name = "", value = ""] = line.split(/: (.*)/);
        return [name.toLowerCase(), value];
      }),
    );
    const status = Number(first.split(" ")[1]);
    const length = method === "HEAD" || status === 304 ? 0 : Number(headers["content-length"]);
    place = end + 4 + length;
    return { status, headers, body: bytes.subarray(end + 4, place) };
  });
  expect(place).toBe(bytes.length);
  return responses;
}

const toRequest = (method: string, path: string, headers: string[] = [], version = "1.1") =>
  [`${method} ${path} HTTP/${version}`, "host: shop", ...headers, "", ""].join("\r\n");

/** Sends all requests in one write. The last of them has to make the server close the connection. */
async function exchange(url: string, requests: string[]) {
  const socket = openSocket(url);
  socket.send(requests.join(""));
  const bytes = await socket.bytes();
  return parseResponses(
    bytes,
    requests.map((one) => one.slice(0, one.indexOf(" "))),
  );
}

const CONNECTION_HEADERS = ["date", "connection", "keep-alive"];
const responseHeaders = ({ headers }: ParsedResponse) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.includes(name)));

test("answers pipelined requests in order, cached or not, with and without a body", async ({ url }) => {
  const about = await request(`${url}/about`);
  const blogs = await request(`${url}/api/blogs`);
  const { etag } = about.headers;
  const responses = await exchange(url, [
    toRequest("GET", "/api/products?q=rose"),
    toRequest("GET", "/about"),
    toRequest("HEAD", "/about"),
    toRequest("GET", "/about", [`if-none-match: ${etag}`]),
    toRequest("GET", "/login"),
    toRequest("GET", "/api/blogs"),
    toRequest("GET", "/about", ["connection: close"]),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 304, 200, 200, 200]);
  const [search, page, head, unchanged, , json, last] = responses;
  expect(JSON.parse(`${search!.body}`)).toEqual([]);
  for (const { body } of [page!, last!]) expect(body.equals(about.body)).toBe(true);
  expect(json!.body.equals(blogs.body)).toBe(true);
  expect(unchanged!.headers).toMatchObject({
    etag,
    vary: "accept-encoding",
    "cache-control": "public, no-cache",
  });
  expect(responseHeaders(head!)).toEqual(responseHeaders(page!));
  expect(responseHeaders(last!)).toEqual(responseHeaders(page!));
  expect(page!.headers).toMatchObject({ connection: "keep-alive", "keep-alive": "timeout=72" });
  expect(last!.headers.connection).toBe("close");
});

test("skips the body of a GET and answers the requests that follow it", async ({ url }) => {
  const about = await request(`${url}/about`);
  const long = (path: string) => `${toRequest("GET", path, ["content-length: 500000"])}${"x".repeat(500_000)}`;
  const following = [
    `${toRequest("GET", "/about", ["transfer-encoding: chunked"])}5\r\nhello\r\n0\r\n\r\n`,
    toRequest("GET", "/api/products?q=rose"),
    toRequest("GET", "/about", ["connection: close"]),
  ];
  const cached = await exchange(url, [long("/about"), ...following]);
  // Not cached yet: the first request renders the page, and the others wait for it while their bodies arrive.
  const rendered = await Promise.all([1, 2, 3].map(() => exchange(url, [long("/courses"), ...following])));
  for (const responses of [cached, ...rendered]) {
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const place of [1, 3]) expect(responses[place]!.body.equals(about.body)).toBe(true);
  }
});

test("closes the connection after HTTP/1.0 and after connection: close", async ({ url }) => {
  const about = await request(`${url}/about`);
  const requests = [
    toRequest("GET", "/about", [], "1.0"),
    toRequest("GET", "/about", ["connection: close"]),
    toRequest("GET", "/about", ["Connection: Close"], "1.0"),
  ];
  for (const one of requests) {
    const [response] = await exchange(url, [one]);
    expect(response!.headers.connection).toBe("close");
    expect(response!.body.equals(about.body)).toBe(true);
  }
  const [unchanged] = await exchange(url, [
    toRequest("GET", "/about", [`if-none-match: ${about.headers.etag}`], "1.0"),
  ]);
  expect([unchanged!.status, unchanged!.headers.connection]).toEqual([304, "close"]);
  const [first, second] = await exchange(url, [
    toRequest("GET", "/about", ["connection: keep-alive"], "1.0"),
    toRequest("GET", "/about", [], "1.0"),
  ]);
  expect([first!.headers.connection, second!.headers.connection]).toEqual(["keep-alive", "close"]);
});

test("answers pipelined requests in order when the client reads late", async ({ url }) => {
  const paths = ["/", "/products", "/about"];
  const pages = await Promise.all(paths.map((path) => request(url + path)));
  const socket = openSocket(url);
  socket.pause();
  const requests = Array.from({ length: 15 }, (_, nth) => toRequest("GET", paths[nth % 3]!));
  socket.send([...requests, toRequest("GET", "/", ["connection: close"])].join(""));
  // Other visitors are answered first, so that the responses are waiting to be read.
  for (let times = 0; times < 20; times++) await request(`${url}/about`);
  socket.resume();
  const responses = parseResponses(
    await socket.bytes(),
    Array.from({ length: 16 }, () => "GET"),
  );
  responses.forEach(({ status, body }, nth) => {
    expect([status, body.equals(pages[nth % 3]!.body)], `${nth}`).toEqual([200, true]);
  });
});

test("the date header of a cached response is the time at which it is sent", async ({ url }) => {
  const { headers } = await request(`${url}/contact`);
  const dates: number[] = [];
  for (let times = 0; times < 2; times++) {
    // Longer than the resolution of the header.
    await delay(1_100);
    for (const etag of ['"other"', `${headers.etag}`]) {
      const response = await request(`${url}/contact`, { connection: "keep-alive", "if-none-match": etag });
      const date = Date.parse(`${response.headers.date}`);
      expect(response.status).toBe(etag === headers.etag ? 304 : 200);
      expect(Math.abs(Date.now() - date)).toBeLessThan(2_500);
      dates.push(date);
    }
  }
  expect(Math.min(dates[2]!, dates[3]!)).toBeGreaterThan(Math.max(dates[0]!, dates[1]!));
});

test("a shop that closes does not wait for idle keep-alive connections", async () => {
  const { url, close } = await serve(await openOwnShop());
  await request(`${url}/about`);
  const socket = openSocket(url);
  socket.send(toRequest("GET", "/about"));
  await until(async () => socket.received().includes("</html>"));
  await close();
  const [response] = parseResponses(await socket.bytes(), ["GET"]);
  expect(response!.status).toBe(200);
});

import { expect, onTestFinished, vi } from "vitest";
import { openSocket } from "../support/raw-socket.ts";
import { ask, serve, test } from "../support/remembering-shop.ts";
import { until } from "../support/until.ts";

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Reads answers off the line, one for each method that was asked with, to the last byte. */
function readAnswers(bytes: Buffer, methods: string[]): Answer[] {
  let place = 0;
  const answers = methods.map((method) => {
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
  return answers;
}

const asked = (method: string, path: string, headers: string[] = [], version = "1.1") =>
  [`${method} ${path} HTTP/${version}`, "host: shop", ...headers, "", ""].join("\r\n");

/** Sends all requests at once and reads until the shop hangs up, which the last of them has to bring about. */
async function exchange(url: string, requests: string[]) {
  const socket = openSocket(url);
  socket.send(requests.join(""));
  const bytes = await socket.bytes();
  return readAnswers(
    bytes,
    requests.map((request) => request.slice(0, request.indexOf(" "))),
  );
}

const OF_THE_MOMENT = ["date", "connection", "keep-alive"];
const lasting = ({ headers }: Answer) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_MOMENT.includes(name)));

test("requests sent in one go are answered in turn, from memory and not, with and without a body", async ({ url }) => {
  const about = await ask(`${url}/about`);
  const blogs = await ask(`${url}/api/blogs`);
  const { etag: mark } = about.headers;
  const answers = await exchange(url, [
    asked("GET", "/api/products?q=rose"),
    asked("GET", "/about"),
    asked("HEAD", "/about"),
    asked("GET", "/about", [`if-none-match: ${mark}`]),
    asked("GET", "/login"),
    asked("GET", "/api/blogs"),
    asked("GET", "/about", ["connection: close"]),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 304, 200, 200, 200]);
  const [search, page, head, unchanged, , json, last] = answers;
  expect(JSON.parse(`${search!.body}`)).toEqual([]);
  for (const { body } of [page!, last!]) expect(body.equals(about.body)).toBe(true);
  expect(json!.body.equals(blogs.body)).toBe(true);
  expect(unchanged!.headers).toMatchObject({
    etag: mark,
    vary: "accept-encoding",
    "cache-control": "public, no-cache",
  });
  expect(lasting(head!)).toEqual(lasting(page!));
  expect(lasting(last!)).toEqual(lasting(page!));
  expect(page!.headers).toMatchObject({ connection: "keep-alive", "keep-alive": "timeout=72" });
  expect(last!.headers.connection).toBe("close");
});

test("a body that nobody asked for is passed over, and what follows it is understood", async ({ url }) => {
  const about = await ask(`${url}/about`);
  const long = (path: string) => `${asked("GET", path, ["content-length: 500000"])}${"x".repeat(500_000)}`;
  const following = [
    `${asked("GET", "/about", ["transfer-encoding: chunked"])}5\r\nhello\r\n0\r\n\r\n`,
    asked("GET", "/api/products?q=rose"),
    asked("GET", "/about", ["connection: close"]),
  ];
  const kept = await exchange(url, [long("/about"), ...following]);
  // Nobody has asked for this one yet: the first has it made, and the others wait while their bodies arrive.
  const made = await Promise.all([1, 2, 3].map(() => exchange(url, [long("/courses"), ...following])));
  for (const answers of [kept, ...made]) {
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const place of [1, 3]) expect(answers[place]!.body.equals(about.body)).toBe(true);
  }
});

test("who speaks HTTP/1.0, or wants to be hung up on, is", async ({ url }) => {
  const about = await ask(`${url}/about`);
  const ways = [
    asked("GET", "/about", [], "1.0"),
    asked("GET", "/about", ["connection: close"]),
    asked("GET", "/about", ["Connection: Close"], "1.0"),
  ];
  for (const way of ways) {
    const [answer] = await exchange(url, [way]);
    expect(answer!.headers.connection).toBe("close");
    expect(answer!.body.equals(about.body)).toBe(true);
  }
  const [unchanged] = await exchange(url, [asked("GET", "/about", [`if-none-match: ${about.headers.etag}`], "1.0")]);
  expect([unchanged!.status, unchanged!.headers.connection]).toEqual([304, "close"]);
  const [first, second] = await exchange(url, [
    asked("GET", "/about", ["connection: keep-alive"], "1.0"),
    asked("GET", "/about", [], "1.0"),
  ]);
  expect([first!.headers.connection, second!.headers.connection]).toEqual(["keep-alive", "close"]);
});

test("who asks for much at once and reads late gets all of it, in order", async ({ url }) => {
  const pages = await Promise.all(["/", "/products", "/about"].map((path) => ask(url + path)));
  const socket = openSocket(url);
  socket.pause();
  const requests = Array.from({ length: 300 }, (_, place) => asked("GET", ["/", "/products", "/about"][place % 3]!));
  socket.send([...requests, asked("GET", "/", ["connection: close"])].join(""));
  // By now other visitors have been answered, so that the shop has done what it can without a reader.
  for (let times = 0; times < 20; times++) await ask(`${url}/about`);
  socket.resume();
  const answers = readAnswers(
    await socket.bytes(),
    Array.from({ length: 301 }, () => "GET"),
  );
  answers.forEach(({ status, body }, place) => {
    expect([status, body.equals(pages[place % 3]!.body)], `${place}`).toEqual([200, true]);
  });
});

test("an answer from memory tells the time at which it is sent", async ({ url }) => {
  onTestFinished(() => void vi.useRealTimers());
  const { headers } = await ask(`${url}/contact`);
  const dates: string[] = [];
  for (const year of [2031, 2032]) {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(year, 4, 6, 7, 8, 9) });
    const kept = await ask(`${url}/contact`, { connection: "keep-alive" });
    const unchanged = await ask(`${url}/contact`, { connection: "keep-alive", "if-none-match": `${headers.etag}` });
    expect([kept.status, unchanged.status]).toEqual([200, 304]);
    dates.push(`${kept.headers.date}`, `${unchanged.headers.date}`);
  }
  const [first, second] = ["Tue, 06 May 2031 07:08:09 GMT", "Thu, 06 May 2032 07:08:09 GMT"];
  expect(dates).toEqual([first, first, second, second]);
});

test("a shop that closes does not wait for who was answered from memory and keeps the line open", async ({ shop }) => {
  const { url, close } = await serve(shop);
  await ask(`${url}/about`);
  const socket = openSocket(url);
  socket.send(asked("GET", "/about"));
  await until(async () => socket.received().includes("</html>"));
  await close();
  const [answer] = readAnswers(await socket.bytes(), ["GET"]);
  expect(answer!.status).toBe(200);
});

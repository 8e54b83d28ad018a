import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { picture } from "../support/pictures.ts";
import { openOwnShop, test } from "../support/test-shop.ts";

/** The words of a shell command: quoted parts are one word, a backslash joins lines. */
const wordsOf = (command: string) =>
  [...command.replaceAll("\\\n", " ").matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_all, single, double) => single ?? double),
  );

interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  json?: unknown;
  form?: FormData;
}

/** Reads the options of curl that the page uses; any other fails. */
async function readCurl(command: string): Promise<Request> {
  const [program, ...words] = wordsOf(command);
  expect(program).toBe("curl");
  const request: Request = { method: "", url: "", headers: {} };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "-i") continue;
    if (!word.startsWith("-")) request.url = word;
    else if (word === "-X") request.method = words.shift()!;
    else if (word === "-d") request.json = JSON.parse(words.shift()!);
    else if (word === "-H") {
      const [name, value] = words.shift()!.split(": ");
      request.headers[name!.toLowerCase()] = value!;
    } else if (word === "-F") {
      const [, name, isFile, value] = /^(\w+)=(@?)(.*)$/s.exec(words.shift()!)!;
      request.form ??= new FormData();
      request.form.append(name!, isFile ? new File([new Uint8Array(await picture("jpeg"))], value!) : value!);
    } else throw new Error(`The test does not know curl ${word}`);
  }
  request.method ||= request.json || request.form ? "POST" : "GET";
  return request;
}

test("every example of docs/api.md gets the response that the page says", async () => {
  const shop = await openOwnShop();
  const page = await readFile(new URL("../../docs/api.md", import.meta.url), "utf8");
  const examples = [...page.matchAll(/```sh\n(.*?)\n# (\d{3}) ?(.*?)\n```/gs)];
  expect(examples).toHaveLength(page.split("```sh").length - 1);
  const variables: Record<string, string> = { SHOP: "" };
  for (const [, command = "", status, rest = ""] of examples) {
    const { method, url, ...request } = await readCurl(
      command.replace(/\$([A-Z]+)/g, (_all, name) => variables[name]!),
    );
    const reply = await shop.call(method, url, request);
    expect(reply.statusCode, `${command}\n${reply.body}`).toBe(Number(status));
    const [, name, field] = /^([A-Z]+)=(\w+)$/.exec(rest) ?? [];
    if (name) variables[name] = reply.json()[field!];
    else if (/^X-/.test(rest)) expect(reply.headers).toHaveProperty(rest.toLowerCase());
    else if (rest) expect(reply.json().code).toBe(rest);
  }
  const shown = JSON.parse(/```json\n(.*?)\n```/s.exec(page)![1]!);
  const json = { code: "TEN", kind: "percent", value: "10" };
  expect((await shop.call("POST", "/api/coupons", { token: shop.ownerToken, json })).json()).toEqual(shown);
});

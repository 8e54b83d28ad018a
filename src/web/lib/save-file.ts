import { asLoggedIn } from "./browser-api.ts";

const send = asLoggedIn((url, request) => fetch(url, request));

/** Fetches a file in the name of whoever is logged in, which a plain link could not, and hands it to the browser to save. */
export async function saveFile(url: string, name: string) {
  const reply = await send({ method: "GET", url, headers: {} });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`);
  const given = /filename="([^"]+)"/.exec(reply.headers.get("content-disposition") ?? "")?.[1];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await reply.blob());
  link.download = given ?? name;
  link.click();
  URL.revokeObjectURL(link.href);
}

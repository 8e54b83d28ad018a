import { readSession } from "./session.ts";

/** Fetches a file in the name of whoever is logged in, which a plain link could not, and hands it to the browser to save. */
export async function saveFile(url: string, name: string) {
  const reply = await fetch(url, { headers: { authorization: `Bearer ${readSession()?.token}` } });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`);
  const given = /filename="([^"]+)"/.exec(reply.headers.get("content-disposition") ?? "")?.[1];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await reply.blob());
  link.download = given ?? name;
  link.click();
  URL.revokeObjectURL(link.href);
}

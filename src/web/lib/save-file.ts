import { asLoggedIn } from "./browser-api.ts";

const send = asLoggedIn((url, request) => fetch(url, request));

/** Downloads a file that needs the session's token, which a plain link cannot send. */
export async function saveFile(url: string, name: string) {
  const reply = await send({ method: "GET", url, headers: {} });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`);
  const fileName = /filename="([^"]+)"/.exec(reply.headers.get("content-disposition") ?? "")?.[1];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await reply.blob());
  link.download = fileName ?? name;
  link.click();
  URL.revokeObjectURL(link.href);
}

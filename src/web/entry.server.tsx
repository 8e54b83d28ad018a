import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { pageContext } from "./lib/load-context.ts";
import { NonceContext } from "./lib/site.ts";

/** Everything shown is in the HTML: scripts must not compete with its style sheet, fonts and pictures. */
const withScriptsLast = (html: string) =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

/** No streaming: resolves when the whole page is rendered, because the response is cached and the same for crawlers. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
) {
  const { nonce } = context.get(pageContext);
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const { pipe } = renderToPipeableStream(
    <NonceContext value={nonce}>
      <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
    </NonceContext>,
    {
      nonce,
      // Parts loaded on demand are rendered in their place too, where they are seen without scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        headers.set("content-type", "text/html; charset=utf-8");
        const chunks: Buffer[] = [];
        const body = new Writable({
          write(chunk: Buffer, _encoding, done) {
            chunks.push(chunk);
            done();
          },
          final(done) {
            resolve(new Response(withScriptsLast(Buffer.concat(chunks).toString()), { status, headers }));
            done();
          },
        });
        pipe(body);
      },
      onShellError: reject,
    },
  );
  return promise;
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  // 4xx responses such as unknown URLs are not errors of the shop.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  console.error(error instanceof Error ? (error.stack ?? error.message) : "A page failed without an error to show");
};

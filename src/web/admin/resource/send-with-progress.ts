import { asLoggedIn } from "../../lib/browser-api.ts";

export type OnProgress = (sentBytes: number, totalBytes: number) => void;

/** The connection ended before the response. */
export class ConnectionLostError extends Error {
  readonly sentBytes: number;

  constructor(sentBytes: number) {
    super("The connection was cut.");
    this.sentBytes = sentBytes;
  }
}

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
export const sendWithProgress = (onProgress: OnProgress) =>
  asLoggedIn(
    (url, { method, headers, body }) =>
      new Promise<Response>((resolve, reject) => {
        const request = new XMLHttpRequest();
        let sent = 0;
        request.open(method, url);
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
        request.upload.onprogress = ({ loaded, total }) => {
          sent = loaded;
          onProgress(loaded, total);
        };
        request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
        request.onerror = () => reject(new ConnectionLostError(sent));
        request.onabort = request.onerror;
        request.send(body);
      }),
  );

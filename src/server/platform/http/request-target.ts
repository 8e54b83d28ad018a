import type { IncomingMessage } from "node:http";

/** `.` or `..` as a path segment, percent-encoded or not. `new URL()` would resolve it after the path was checked. */
const DOT_SEGMENT = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?=[/\\]|%2f|%5c|$)/i;

function hasDotSegment(url: string) {
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  return (path.includes(".") || path.includes("%")) && DOT_SEGMENT.test(path);
}

function hostHeaders(rawHeaders: string[]) {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}

/** Whether the request line is one we serve: a path (origin-form) without dot segments, and at most one Host. */
export const isAcceptableTarget = ({ url = "", rawHeaders }: IncomingMessage) =>
  url.startsWith("/") && !hasDotSegment(url) && hostHeaders(rawHeaders) <= 1;

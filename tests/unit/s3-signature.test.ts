import { expect, test } from "vitest";
import { sha256, signRequest } from "../../src/server/platform/files/s3-file-store.ts";

/** The examples in Amazon's documentation of Signature Version 4. */
const credentials = {
  accessKey: "AKIAIOSFODNN7EXAMPLE",
  secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};
const now = new Date("2013-05-24T00:00:00Z");
const bucket = "https://examplebucket.s3.amazonaws.com";

test.each([
  {
    what: "a range request",
    request: { method: "GET", path: "/test.txt", headers: { range: "bytes=0-9" } as Record<string, string>, body: "" },
    names: "host;range;x-amz-content-sha256;x-amz-date",
    signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  },
  {
    what: "an upload",
    request: {
      method: "PUT",
      path: "/test%24file.text",
      headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
      body: "Welcome to Amazon S3.",
    },
    names: "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
    signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  },
])("signs $what as Amazon does", ({ request: { method, path, headers, body }, names, signature }) => {
  const unsigned = { method, url: new URL(bucket + path), headers, bodyHash: sha256(body) };
  expect(signRequest(unsigned, credentials, now).authorization).toBe(
    `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`,
  );
});

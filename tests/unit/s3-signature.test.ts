import { expect, test } from "vitest";
import { sha256, signRequest } from "../../src/server/platform/files/s3-signature.ts";

/** The examples of Amazon's own documentation of Signature Version 4 for S3. */
const credentials = {
  accessKey: "AKIAIOSFODNN7EXAMPLE",
  secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};
const now = new Date("2013-05-24T00:00:00Z");
const bucket = "https://examplebucket.s3.amazonaws.com";

test.each([
  {
    what: "reading a part of an object",
    request: { method: "GET", path: "/test.txt", headers: { range: "bytes=0-9" } as Record<string, string>, body: "" },
    names: "host;range;x-amz-content-sha256;x-amz-date",
    signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  },
  {
    what: "writing an object",
    request: {
      method: "PUT",
      path: "/test%24file.text",
      headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
      body: "Welcome to Amazon S3.",
    },
    names: "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
    signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  },
  {
    what: "a word in the address",
    request: { method: "GET", path: "/?lifecycle", headers: {}, body: "" },
    names: "host;x-amz-content-sha256;x-amz-date",
    signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  },
  {
    what: "several words in the address",
    request: { method: "GET", path: "/?max-keys=2&prefix=J", headers: {}, body: "" },
    names: "host;x-amz-content-sha256;x-amz-date",
    signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  },
])("signs $what as Amazon does", ({ request: { method, path, headers, body }, names, signature }) => {
  const unsigned = { method, url: new URL(bucket + path), headers, bodyHash: sha256(body) };
  expect(signRequest(unsigned, credentials, now).authorization).toBe(
    `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`,
  );
});

const ascii = (bytes: Buffer, start: number, end: number) => bytes.toString("latin1", start, end);

/** What a picture is by its first bytes; its name and declared type may say anything. */
export function imageTypeOf(bytes: Buffer) {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpg";
  if (ascii(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return "gif";
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP") return "webp";
  if (ascii(bytes, 4, 8) === "ftyp" && /^avi[fs]$/.test(ascii(bytes, 8, 12))) return "avif";
  return undefined;
}
export type ImageType = NonNullable<ReturnType<typeof imageTypeOf>>;

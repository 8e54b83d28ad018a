import path from "node:path";
import { IMAGE_WIDTHS, webpCopyOf } from "../../src/contracts/image-path.ts";

/** The names of all files that belong to a stored picture. */
export const imageFilesOf = (image: string) =>
  [image, ...IMAGE_WIDTHS.map((width) => webpCopyOf(image, width))].map((file) => path.posix.basename(file));

import path from "node:path";
import type { Clock } from "../clock.ts";
import { localFileStore, type ServedFileStore } from "./file-store.ts";
import { s3FileStore } from "./s3-file-store.ts";

interface Settings {
  dataDir: string;
  s3: Parameters<typeof s3FileStore>[0] | undefined;
}

export const uploadsFolder = ({ dataDir }: Pick<Settings, "dataDir">) => path.join(dataDir, "uploads");

/** The shop's files: in the bucket if there is one, else in its folder. */
export function openFileStore(settings: Settings, clock: Clock): { files: ServedFileStore; bucket?: ServedFileStore } {
  if (!settings.s3) return { files: localFileStore(uploadsFolder(settings)) };
  const bucket = s3FileStore(settings.s3, clock);
  return { files: bucket, bucket };
}

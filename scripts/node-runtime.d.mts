export const nodeFlags: string[];
export const mallocEnvironment: Record<string, string>;

export function chooseNode(options: {
  system: { path: string; version: string };
  bundled: string | undefined;
  minimum: string;
}): string;

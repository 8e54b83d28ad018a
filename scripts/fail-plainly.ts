/** Ends a command with one readable line where a stack would help nobody. */
export function failPlainly(error: unknown, more = ""): never {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  console.error(`${line.replace(/\.?$/, ".")} ${more}`.trim());
  process.exit(1);
}

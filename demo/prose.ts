/**
 * Turns an indented template literal into running text: the lines of a paragraph are joined, blank lines separate
 * paragraphs, and a line that starts with "• " stays on its own line.
 */
export function prose(text: string): string {
  return text
    .trim()
    .replace(/[ \t]*\n[ \t]*/g, "\n")
    .replace(/([^\n])\n(?!\n|• )/g, "$1 ");
}

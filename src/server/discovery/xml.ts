const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Text as it may stand in an XML document; control characters and two others may not stand in one at all. */
export const escapeXml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character]!).replace(/[^\P{Cc}\n\t]|[\ufffe\uffff]/gu, "");

export const element = (name: string, content: string) => `<${name}>${content}</${name}>`;
export const textElement = (name: string, text: string) => element(name, escapeXml(text));

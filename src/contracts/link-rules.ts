const SHOP_ORIGIN = "http://own.invalid";
const EXTERNAL_PROTOCOLS = ["http:", "https:", "mailto:", "tel:"];

/** Whether a link in a text of the owner leads to a page of the shop, a web address, a mail or a phone. */
export function isAllowedLink(href: string) {
  if (URL.canParse(href)) return EXTERNAL_PROTOCOLS.includes(new URL(href).protocol);
  return /^[/#]/.test(href) && URL.canParse(href, SHOP_ORIGIN) && new URL(href, SHOP_ORIGIN).origin === SHOP_ORIGIN;
}

/** The links of a legal text, `[text](URL)`. */
export const TEXT_LINK = /\[([^\]]+)\]\(([^)]+)\)/g;

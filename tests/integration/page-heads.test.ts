import { expect, test } from "vitest";
import { makeCourse, makeExpert, makeProduct } from "../support/forms.ts";
import { request } from "../support/http-clients.ts";
import { openOwnShop, serve } from "../support/test-shop.ts";

const ORIGIN = "https://shop.example";

interface Thing {
  "@context"?: string;
  "@type"?: string;
  "@graph"?: Thing[];
}

const unescaped = (text: string) => text.replaceAll(/&apos;|&#x27;/g, "'").replaceAll("&amp;", "&");
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => unescaped(found!));

/** What search engines read of a page. */
function headOf(html: string) {
  const data = all(html, /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs).map((text) => JSON.parse(text));
  return {
    canonical: all(html, /<link rel="canonical" href="([^"]*)"/g),
    titles: all(html, /<title>([^<]*)<\/title>/g).length,
    isIndexed: !/<meta name="robots" content="noindex/.test(html),
    data: data as Thing[],
  };
}

test("every page of the sitemap is its own canonical page with valid structured data; private and filtered pages are not indexed", async () => {
  const shop = await openOwnShop({ PUBLIC_URL: ORIGIN, PAYMENTS: "sandbox" });
  await makeProduct(shop, {
    title: "Piece",
    stock: "5",
    intentions: "Calm",
    stone: "Tiger's eye",
    originCountry: "India",
  });
  await makeCourse(shop);
  await makeExpert(shop);
  const { url, close } = await serve(shop);
  try {
    const get = async (path: string) => {
      const { status, body } = await request(url + path);
      return { status, ...headOf(body.toString("utf8")) };
    };
    const sitemap = (await request(`${url}/sitemap.xml`)).body.toString("utf8");
    const addresses = all(sitemap, /<loc>([^<]*)<\/loc>/g);
    expect(addresses.length).toBeGreaterThan(20);
    const kinds = new Set<string>();
    for (const address of addresses) {
      const { status, canonical, titles, isIndexed, data } = await get(address.slice(ORIGIN.length) || "/");
      expect({ address, status, canonical, titles, isIndexed }).toEqual({
        address,
        status: 200,
        canonical: [address.replace(/\/$/, "") === ORIGIN ? `${ORIGIN}/` : address],
        titles: 1,
        isIndexed: true,
      });
      for (const thing of data) {
        expect(thing["@context"], address).toMatch(/^https:\/\/schema\.org\/?$/);
        expect(thing["@type"] ?? thing["@graph"], address).toBeTruthy();
        expect(JSON.stringify(thing), address).not.toContain("aggregateRating");
        kinds.add(thing["@type"] ?? "");
      }
    }
    expect([...kinds]).toEqual(expect.arrayContaining(["Product", "Course", "Person", "BreadcrumbList"]));
    const hidden = [
      "/products?q=piece",
      "/products?stone=Tiger's+eye",
      "/find-your-stone?intention=calm",
      "/login",
      "/profile",
      "/cart",
    ];
    for (const path of hidden) expect((await get(path)).isIndexed, path).toBe(false);
  } finally {
    await close();
  }
});

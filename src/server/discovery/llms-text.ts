import { slugOf } from "../../contracts/catalogue/category-rules.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import type { Catalogue } from "../catalogue/service.ts";

const rupees = (amount: number) => `₹${amount.toLocaleString("en-IN")}`;
/** Titles are written by the owner: a line break or a bracket must not change the document. */
const plain = (text: string) => text.replace(/[\s[\]()]+/g, " ").trim();
const link = (name: string, url: string) => `[${plain(name)}](${url})`;

/** The public summary of the shop for language models, as Markdown (llmstxt.org). */
export async function llmsText({ products, courses, experts }: Catalogue, settings: Settings, origin: string) {
  const { business, categories, packages } = settings;
  const [pieces, allCourses, allExperts] = await Promise.all([
    products.list({ limit: 1 }, "public"),
    courses.list({ limit: 50 }, "public"),
    experts.list({ limit: 50 }, "public"),
  ]);
  const categoryLines = categories.categories.map(({ name, subCategories }) => {
    const parts = subCategories.length > 0 ? `: ${subCategories.map((sub) => sub.name).join(", ")}` : "";
    return `- ${link(name, `${origin}/products/${slugOf(name)}`)}${parts}`;
  });
  const courseLines = allCourses.items.map(
    ({ _id, title, offerPrice }) => `- ${link(title, `${origin}/course/${_id}`)}: ${rupees(offerPrice)}`,
  );
  const expertLines = allExperts.items.map(
    ({ _id, name, domain, price }) =>
      `- ${link(name, `${origin}/experts/${_id}`)}: ${plain(domain)}${price === null ? "" : `, ${rupees(price)} a minute`}`,
  );
  const packageLines = packages.packages.map(
    ({ title, minutes, audioPrice, videoPrice }) =>
      `- ${title}: ${minutes} minutes, ${rupees(audioPrice)} by phone, ${rupees(videoPrice)} by video`,
  );
  return [
    `# ${business.brand}`,
    `> ${business.description}`,
    "Prices are in Indian rupees. Orders are paid online.",
    `## Products\n\n${pieces.total} pieces. ${link("All products", `${origin}/products`)}\n\n${categoryLines.join("\n")}`,
    `## Courses\n\n${courseLines.join("\n")}`,
    `## Experts\n\n${expertLines.join("\n")}`,
    `## Consultation packages\n\n${packageLines.join("\n")}`,
    [
      "## Contact\n",
      `- Phone: ${business.phone}`,
      `- WhatsApp: https://wa.me/${business.whatsapp}`,
      `- E-mail: ${business.email}`,
      `- Address: ${business.address.join(", ")}`,
      `- ${link("Contact form", `${origin}/contact`)}`,
      `- ${link("Terms and Conditions", `${origin}/terms_and_conditions`)}`,
    ].join("\n"),
  ]
    .join("\n\n")
    .concat("\n");
}

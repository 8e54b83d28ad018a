import { useSearchParams } from "react-router";
import { listPath } from "../../contracts/catalogue/category-rules.ts";
import type { Product } from "../../contracts/catalogue/product.ts";
import { EnquirySection } from "../enquiry/enquiry-section.tsx";
import { type Api, isMissing } from "../lib/api.ts";
import { contactLinks, questionAbout } from "../lib/contact-links.ts";
import { apiOf, settingsOf, throwNotFound } from "../lib/load-context.ts";
import { detailMeta, drawnPreview, shorten } from "../lib/page-meta.ts";
import { deliveryLine } from "../lib/policy-texts.ts";
import { firstCharacters } from "../lib/preview.ts";
import { useShop } from "../lib/site.ts";
import { loadReviews, reviewData } from "../reviews/review-data.ts";
import { Reviews } from "../reviews/review-section.tsx";
import { Banner } from "../ui/banner.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { LinkButton } from "../ui/button.tsx";
import { DetailSection } from "../ui/detail-section.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { Notices } from "../ui/notices.tsx";
import { ShareLink } from "../ui/share-link.tsx";
import { StarsLink } from "../ui/stars.tsx";
import type { Route } from "./+types/product-detail";
import { ArrivalSlot } from "./arrival-slot.tsx";
import { BuyBox } from "./buy-box.tsx";
import { Gallery } from "./gallery.tsx";
import { Heart } from "./heart.tsx";
import { toSummary } from "./product-card.tsx";
import { productData } from "./product-data.ts";
import { labelOf } from "./product-label.ts";
import { BuyingNotes, Facts, Related, RingSizes, ScaleDrawing } from "./product-parts.tsx";
import { Trust } from "./trust.tsx";

/** Other pieces for a product's page. The page is complete without them, so a failure is only logged. */
async function loadRelated(api: Api, id: string) {
  const related = await api.call("GET /api/products/:id/related", { params: { id } }).catch((error: unknown) => {
    if (!isMissing(error))
      console.error(error instanceof Error ? `Related products could not be listed: ${error.message}` : error);
    return { sameStone: [], alsoLike: [] };
  });
  return { sameStone: related.sameStone.map(toSummary), alsoLike: related.alsoLike.map(toSummary) };
}

const descriptionOf = ({ title, category, description }: Product) => shorten(description || `${title}, ${category}`);

const crumbsOf = ({ category }: Product) => [
  { name: "Products", to: "/products" },
  { name: category, to: listPath(category) },
];

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = apiOf(context);
  const settings = settingsOf(context);
  const { waysToPay, damageNote, packingNote } = settings.business;
  const { origin } = url;
  const [product, related] = await Promise.all([
    api.call("GET /api/products/:id", { params }).catch(throwNotFound),
    loadRelated(api, params.id),
  ]);
  const reviews = await loadReviews(api, url, "product", product);
  return {
    product,
    reviews,
    label: labelOf(product),
    structured: { ...productData({ origin, settings }, product, descriptionOf(product)), ...reviewData(reviews) },
    buying: { deliveryNote: deliveryLine(settings), waysToPay },
    trust: { damageNote, packingNote },
    ...related,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [{ title: "Product not found" }, { name: "robots", content: "noindex" }];
  const { product, structured } = loaderData;
  const { description } = structured;
  const path = `/product/${product._id}`;
  const image = drawnPreview("products", product);
  return detailMeta({ title: product.title, description, path, image, matches }, structured, crumbsOf(product));
}

export default function ProductDetail({ loaderData }: Route.ComponentProps) {
  return <ProductPage {...loaderData} />;
}

type ProductPageProps = Partial<Route.ComponentProps["loaderData"]> & { product: Product };

/** Also the preview of a draft. */
export function ProductPage({
  product,
  reviews,
  label = [],
  buying,
  trust,
  sameStone = [],
  alsoLike = [],
}: ProductPageProps) {
  const shop = useShop();
  const [search] = useSearchParams();
  const { title, category, subCategory, description, images } = product;
  const preview = firstCharacters(description);
  return (
    <>
      <Banner slim above={<Breadcrumbs crumbs={crumbsOf(product)} here={title} />} />
      <article className="shell item-layout pt-4 pb-16 md:pt-10">
        <Gallery key={product._id} images={images} title={title} category={category} />
        <div className="mt-1.5 md:mt-0 md:[grid-area:summary]">
          <div className="flex justify-between gap-x-3 text-ink-soft">
            <p className="flex flex-wrap gap-x-3">
              <CategoryLink to={listPath(category)} name={category} />
              {subCategory && <CategoryLink to={listPath(category, subCategory)} name={subCategory} />}
            </p>
            <Heart product={product} isWanted={search.has("save")} />
          </div>
          <h1 className="text-heading md:mt-1 md:text-display">{title}</h1>
          <StarsLink rating={product.rating} />
        </div>
        <BuyBox key={product._id} product={product} />
        <div className="item-notes">
          {product.stock > 0 && <ArrivalSlot />}
          {buying && <BuyingNotes {...buying} />}
          {preview && <p className="max-w-[60ch]">{preview}</p>}
          <Facts product={product} label={label} />
          <ScaleDrawing size={product.size} />
          {subCategory === "Rings" && <RingSizes />}
          <div className="flex flex-wrap gap-x-6">
            <a
              href={contactLinks(shop).whatsapp(questionAbout(title))}
              target="_blank"
              rel="noopener"
              className="inline-flex min-h-11 items-center gap-2.5 font-semibold underline-gold"
            >
              <Icon name="message-circle" size={20} />
              Ask about this piece
            </a>
            <ShareLink title={title} path={`/product/${product._id}`} />
          </div>
          <Notices notices={["No cancellation", "No refund", "No return/exchange"]} />
          {trust && <Trust product={product} {...trust} />}
        </div>
      </article>
      {description && (
        <DetailSection id="about-product" title="About this Product" ground="paper">
          <p className="max-w-[68ch] whitespace-pre-line">{description}</p>
        </DetailSection>
      )}
      <Reviews shown={reviews} />
      <Related id="same-stone" title="Same stone" products={sameStone} />
      <Related id="also-like" title="You may also like" products={alsoLike} />
      <EnquirySection
        title={title}
        heading="Enquire about this product"
        lead="Ask about size, origin or which piece suits you. A person answers."
      />
    </>
  );
}

function CategoryLink({ to, name }: { to: string; name: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center underline decoration-gold underline-offset-4 hover:text-ink md:min-h-7"
    >
      {name}
    </Link>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isNotFound = (error as { status?: number }).status === 404;
  if (!isNotFound) throw error;
  return (
    <div className="shell">
      <EmptyState
        heading="h1"
        title="This product is not here"
        text="It may have found its home, or the address may have a slip in it."
      >
        <LinkButton to="/products" look="accent">
          Back to products
        </LinkButton>
      </EmptyState>
    </div>
  );
}

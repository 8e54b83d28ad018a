import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import type { Product } from "../../contracts/catalogue/product.ts";
import { CategoryArt } from "../art/category-art.tsx";
import { browserApi } from "../lib/browser-api.ts";
import { useShop } from "../lib/site.ts";
import { Badge } from "../ui/badge.tsx";
import { IconButton } from "../ui/button.tsx";
import { Card, CardLink } from "../ui/card.tsx";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/icon.tsx";
import { Picture } from "../ui/picture.tsx";
import { Price } from "../ui/price.tsx";
import { Stars } from "../ui/stars.tsx";
import { addProduct } from "./add-product.ts";
import { Heart } from "./heart.tsx";
import type { OnSize } from "./size-dialog.tsx";
import { listPrice } from "./sizes.ts";

/** Only what a card shows: descriptions and further pictures would double the page's data. */
export function toSummary(product: Product) {
  const { _id, title, category, subCategory, stock, topSelling, images, variants, rating } = product;
  const [image, secondImage] = images;
  const shown = { _id, title, category, subCategory, ...listPrice(product), stock, topSelling, image, secondImage };
  return { ...shown, hasSizes: variants !== undefined, rating };
}
export type ProductSummary = ReturnType<typeof toSummary>;

const SIZES = "(width >= 76rem) 370px, (width >= 64rem) 30vw, 46vw";

type ProductCardProps = { product: ProductSummary; first?: boolean; heading?: "h2" | "h3" };

function ProductCard({ product, first, heading: Heading = "h2" }: ProductCardProps) {
  const { title, image, secondImage } = product;
  const shop = useShop();
  const soldOut = product.stock === 0;
  const [isHovered, setHovered] = useState(false);
  const sizes = useSizeDialog(product._id);
  return (
    <Card onPointerEnter={({ pointerType }) => pointerType === "mouse" && setHovered(true)}>
      <div className="card-picture">
        {image ? (
          <Picture
            path={image}
            alt=""
            sizes={SIZES}
            first={first}
            className={classes("card-zoom", soldOut && "opacity-60 grayscale-50")}
          />
        ) : (
          <CategoryArt category={product.category} className="size-full stroke-[0.75] p-[27%] text-gold" />
        )}
        {isHovered && secondImage && (
          <Picture path={secondImage} alt="" sizes={SIZES} className="absolute inset-0 hidden group-hover:block" />
        )}
        <div className="card-badges right-13">
          {product.topSelling && <Badge tone="night">Top Selling</Badge>}
          {soldOut && <Badge tone="rose">Sold out</Badge>}
        </div>
        <Heart product={product} className="absolute top-1 right-1 z-1 bg-paper/80 hover:bg-paper" />
        {!soldOut && (
          <IconButton
            label={`Add ${title} to cart`}
            aria-haspopup={product.hasSizes ? "dialog" : undefined}
            onClick={() => (product.hasSizes ? sizes.open() : addProduct(product, shop))}
            className="quick-add needs-script"
          >
            <Icon name="plus" size={22} />
          </IconButton>
        )}
        {sizes.dialog}
      </div>
      <div className="card-text">
        <p className="text-small text-ink-soft">{product.subCategory ?? product.category}</p>
        <Heading className="card-title">
          <CardLink to={`/product/${product._id}`}>{title}</CardLink>
        </Heading>
        <Stars rating={product.rating} />
        <div className="mt-auto">
          <Price {...product} />
        </div>
      </div>
    </Card>
  );
}

/** The dialog that chooses a size. Each time it has the sizes as they are now. If it cannot be loaded, the page has them. */
export function useSizeDialog(id: string, onChoose?: OnSize) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<ReactNode>();
  async function open() {
    setDialog(undefined);
    try {
      const loading = browserApi.call("GET /api/products/:id", { params: { id } });
      const [{ SizeDialog }, product] = await Promise.all([import("./size-dialog.tsx"), loading]);
      setDialog(<SizeDialog product={product} onChoose={onChoose} />);
    } catch {
      navigate(`/product/${id}`);
    }
  }
  return { open, dialog };
}

export function ProductGrid({ products }: { products: ProductSummary[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.25rem),1fr))] gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 lg:gap-7">
      {products.map((product, index) => (
        <li key={product._id} className="flex">
          <ProductCard product={product} first={index < 2} />
        </li>
      ))}
    </ul>
  );
}

export const CardRow = ({ products }: { products: ProductSummary[] }) => (
  <ul className="swipe-row card-row">
    {products.map((product) => (
      <li key={product._id} className="flex">
        <ProductCard product={product} heading="h3" />
      </li>
    ))}
  </ul>
);

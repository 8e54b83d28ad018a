import type { Product } from "../../contracts/product.ts";
import { CategoryArt } from "../art/category-art.tsx";
import { Badge } from "../ui/badge.tsx";
import { Card, CardLink } from "../ui/card.tsx";
import { classes } from "../ui/classes.ts";
import { Picture } from "../ui/picture.tsx";
import { Price } from "../ui/price.tsx";

export interface ProductSummary
  extends Pick<
    Product,
    "_id" | "title" | "category" | "subCategory" | "price" | "offerPrice" | "stock" | "topSelling"
  > {
  image: string | undefined;
}

export function ProductCard({ product, first }: { product: ProductSummary; first: boolean }) {
  const { image } = product;
  const soldOut = product.stock === 0;
  return (
    <Card>
      <div className="relative aspect-square overflow-hidden bg-sand">
        {image ? (
          <Picture
            path={image}
            alt=""
            sizes="(width >= 76rem) 370px, (width >= 64rem) 30vw, 46vw"
            first={first}
            className={classes(
              "transition-transform duration-300 group-hover:scale-[1.03]",
              soldOut && "opacity-60 grayscale-50",
            )}
          />
        ) : (
          <CategoryArt category={product.category} className="size-full stroke-[0.75] p-[27%] text-gold" />
        )}
        <div className="absolute top-2 left-2 flex flex-wrap gap-1.5 sm:top-3 sm:left-3">
          {product.topSelling && <Badge tone="night">Top Selling</Badge>}
          {soldOut && <Badge tone="rose">Sold out</Badge>}
        </div>
      </div>
      <div className="flex grow flex-col px-3 pt-3 pb-4 sm:px-5 sm:pt-4 sm:pb-5">
        <p className="text-small text-ink-soft">{product.subCategory ?? product.category}</p>
        <h2 className="mt-0.5 mb-2 text-base leading-tight text-pretty sm:text-title">
          <CardLink to={`/product/${product._id}`}>{product.title}</CardLink>
        </h2>
        <div className="mt-auto">
          <Price price={product.price} offerPrice={product.offerPrice} />
        </div>
      </div>
    </Card>
  );
}

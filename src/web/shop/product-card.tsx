import { useState } from "react";
import { CategoryArt } from "../art/category-art.tsx";
import { useShop } from "../lib/site.ts";
import { Badge } from "../ui/badge.tsx";
import { IconButton } from "../ui/button.tsx";
import { Card, CardLink } from "../ui/card.tsx";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/icon.tsx";
import { Picture } from "../ui/picture.tsx";
import { Price } from "../ui/price.tsx";
import { addProduct } from "./add-product.ts";
import type { ProductSummary } from "./product-summary.ts";

const SIZES = "(width >= 76rem) 370px, (width >= 64rem) 30vw, 46vw";

interface ProductCardProps {
  product: ProductSummary;
  first?: boolean;
  heading?: "h2" | "h3";
}

export function ProductCard({ product, first, heading: Heading = "h2" }: ProductCardProps) {
  const { title, image, secondImage } = product;
  const shop = useShop();
  const soldOut = product.stock === 0;
  const [isHovered, setHovered] = useState(false);
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
          <Picture path={secondImage} alt="" sizes={SIZES} className="card-second-picture" />
        )}
        <div className="card-badges">
          {product.topSelling && <Badge tone="night">Top Selling</Badge>}
          {soldOut && <Badge tone="rose">Sold out</Badge>}
        </div>
        {!soldOut && (
          <IconButton
            label={`Add ${title} to cart`}
            onClick={() => addProduct(product, shop)}
            className="quick-add needs-script"
          >
            <Icon name="plus" size={22} />
          </IconButton>
        )}
      </div>
      <div className="card-text">
        <p className="text-small text-ink-soft">{product.subCategory ?? product.category}</p>
        <Heading className="card-title">
          <CardLink to={`/product/${product._id}`}>{title}</CardLink>
        </Heading>
        <div className="mt-auto">
          <Price price={product.price} offerPrice={product.offerPrice} />
        </div>
      </div>
    </Card>
  );
}

import { classes } from "../ui/classes.ts";
import { Picture } from "../ui/picture.tsx";

/** Two columns; with an odd number the first picture is full width. */
export function ArticleImages({ images, title }: { images: string[]; title: string }) {
  if (images.length === 0) return null;
  const isOdd = images.length % 2 === 1;
  return (
    <ul className="article-images">
      {images.map((path, index) => {
        const isWide = isOdd && index === 0;
        return (
          <li key={path} className={classes("article-image", isWide && "col-span-full")}>
            <Picture
              path={path}
              alt={images.length === 1 ? title : `${title}, picture ${index + 1} of ${images.length}`}
              sizes={isWide ? "(width >= 60rem) 900px, 92vw" : "(width >= 60rem) 450px, 46vw"}
              first={index === 0}
            />
          </li>
        );
      })}
    </ul>
  );
}

import { Card, CardLink } from "../ui/card.tsx";
import { Cover } from "../ui/cover.tsx";
import { Icon } from "../ui/icon.tsx";

export interface BlogSummary {
  _id: string;
  title: string;
  preview: string;
  image: string | undefined;
  createdAt: string;
  day: string;
}

export function BlogCard({ blog, first }: { blog: BlogSummary; first: boolean }) {
  return (
    <Card>
      <Cover path={blog.image} first={first} />
      <div className="flex grow flex-col px-5 pt-4 pb-5">
        <p className="text-small text-ink-soft">
          <time dateTime={blog.createdAt}>{blog.day}</time>
        </p>
        <h2 className="mt-1 text-title text-pretty">
          <CardLink to={`/blogs/${blog._id}`}>{blog.title}</CardLink>
        </h2>
        <p className="mt-2 mb-4 text-ink-soft">{blog.preview}</p>
        <span className="mt-auto inline-flex items-center gap-1.5 font-semibold text-saffron-deep underline-offset-4 group-hover:underline">
          Read More
          <Icon name="arrow-right" size={18} />
        </span>
      </div>
    </Card>
  );
}

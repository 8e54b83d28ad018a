import { Badge } from "../ui/badge.tsx";
import { Card, CardLink } from "../ui/card.tsx";
import { Cover } from "../ui/cover.tsx";
import { Icon } from "../ui/icon.tsx";
import { Price } from "../ui/price.tsx";

export interface CourseSummary {
  _id: string;
  title: string;
  preview: string;
  actualPrice: number;
  offerPrice: number;
  topSelling: boolean;
  image: string | null;
}

export function CourseCard({ course, first }: { course: CourseSummary; first: boolean }) {
  return (
    <Card>
      <Cover path={course.image} first={first}>
        {course.topSelling && <Badge tone="night">Top Selling</Badge>}
      </Cover>
      <div className="flex grow flex-col px-5 pt-4 pb-5">
        <h2 className="text-title text-pretty">
          <CardLink to={`/course/${course._id}`}>{course.title}</CardLink>
        </h2>
        <p className="mt-2 mb-4 line-clamp-3 text-ink-soft">{course.preview}</p>
        <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t border-line pt-4">
          <Price price={course.actualPrice} offerPrice={course.offerPrice} />
          <span className="inline-flex items-center gap-1.5 font-semibold text-saffron-deep underline-offset-4 group-hover:underline">
            Exchange Energy
            <Icon name="arrow-right" size={18} />
          </span>
        </div>
      </div>
    </Card>
  );
}

import { MAX_IMAGES } from "../../../contracts/catalogue/image-rules.ts";
import { formatRupees } from "../../lib/money.ts";
import type { AdminResource } from "../resource/admin-resource.ts";
import { RecordName, Thumbnails } from "../resource/resource-list.tsx";
import { ResourceScreen, resourceLoader } from "../resource/resource-screen.tsx";
import type { Route } from "./+types/courses";
import { CourseFields } from "./course-fields.tsx";

const imagesOf = ({ image }: { image: string | null }) => (image ? [image] : []);

const courses: AdminResource<"courses"> = {
  kind: "courses",
  noun: "course",
  loadFailed: "❌ Failed to load courses",
  columns: [
    { title: "Image", look: "pictures", cell: (course) => <Thumbnails images={imagesOf(course)} /> },
    { title: "Title", look: "wide", cell: RecordName },
    { title: "Price", look: "number", cell: ({ actualPrice }) => formatRupees(actualPrice) },
    { title: "Offer", look: "number", cell: ({ offerPrice }) => formatRupees(offerPrice) },
    { title: "Top Selling", cell: ({ topSelling }) => (topSelling ? "Yes" : "No") },
  ],
  nameOf: ({ title }) => title,
  pictures: { of: imagesOf, field: "image", max: MAX_IMAGES.course },
  Fields: CourseFields,
};

export const clientLoader = resourceLoader("courses");

export default function Courses({ loaderData }: Route.ComponentProps) {
  return <ResourceScreen resource={courses} data={loaderData} />;
}

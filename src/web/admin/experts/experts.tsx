import { MAX_IMAGES } from "../../../contracts/upload-limits.ts";
import { formatRate } from "../../lib/money.ts";
import type { AdminResource } from "../resource/admin-resource.ts";
import { RecordName } from "../resource/record-name.tsx";
import { resourceLoader } from "../resource/resource-loader.ts";
import { ResourceScreen } from "../resource/resource-screen.tsx";
import { Thumbnails } from "../resource/thumbnails.tsx";
import type { Route } from "./+types/experts";
import { ExpertFields } from "./expert-fields.tsx";
import { StatusSwitch } from "./status-switch.tsx";

const experts: AdminResource<"experts"> = {
  kind: "experts",
  noun: "expert",
  title: "Experts",
  loadFailed: "❌ Failed to load experts",
  columns: [
    { title: "Image", look: "pictures", cell: ({ images }) => <Thumbnails images={images} /> },
    {
      title: "Name",
      look: "wide",
      cell: ({ name, published }) => <RecordName published={published}>{name}</RecordName>,
    },
    { title: "Domain", look: "wide", cell: ({ domain }) => domain },
    { title: "Price", look: "number", cell: ({ price }) => (price === null ? "" : formatRate(price)) },
    {
      title: "Status",
      cell: (expert) => <StatusSwitch expert={expert} />,
    },
  ],
  nameOf: ({ name }) => name,
  pictures: { of: ({ images }) => images, field: "images", max: MAX_IMAGES.expert },
  Fields: ExpertFields,
};

export const clientLoader = resourceLoader("experts");

export default function Experts({ loaderData }: Route.ComponentProps) {
  return <ResourceScreen resource={experts} data={loaderData} />;
}

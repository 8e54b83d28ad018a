import { MAX_IMAGES } from "../../../contracts/catalogue/image-rules.ts";
import { requireOwner } from "../../lib/guard.ts";
import { formatRate } from "../../lib/money.ts";
import { Link } from "../../ui/link.tsx";
import type { AdminResource } from "../resource/admin-resource.ts";
import { RecordName, Thumbnails } from "../resource/resource-list.tsx";
import { ResourceScreen, resourceLoader } from "../resource/resource-screen.tsx";
import type { Route } from "./+types/experts";
import { ExpertFields } from "./expert-fields.tsx";
import { HoursScreen, loadHours } from "./hours-screen.tsx";
import { StatusSwitch } from "./status-switch.tsx";

const experts: AdminResource<"experts"> = {
  kind: "experts",
  noun: "expert",
  loadFailed: "❌ Failed to load experts",
  columns: [
    { title: "Image", look: "pictures", cell: ({ images }) => <Thumbnails images={images} /> },
    {
      title: "Name",
      look: "wide",
      cell: ({ name, published }) => <RecordName title={name} published={published} />,
    },
    { title: "Domain", look: "wide", cell: ({ domain }) => domain },
    { title: "Price", look: "number", cell: ({ price }) => (price === null ? "" : formatRate(price)) },
    { title: "Status", cell: (expert) => <StatusSwitch expert={expert} /> },
  ],
  nameOf: ({ name }) => name,
  pictures: { of: ({ images }) => images, field: "images", max: MAX_IMAGES.expert },
  Fields: ExpertFields,
};

const loadList = resourceLoader("experts");

/** The list of experts, or the hours of the expert in the query. */
export async function clientLoader(args: Route.ClientLoaderArgs) {
  requireOwner(args.request);
  const id = new URL(args.request.url).searchParams.get("hours");
  return id
    ? { isHours: true as const, hours: await loadHours(id) }
    : { isHours: false as const, ...(await loadList(args)) };
}

export default function Experts({ loaderData }: Route.ComponentProps) {
  if (loaderData.isHours) return <HoursScreen hours={loaderData.hours} />;
  return (
    <ResourceScreen
      resource={experts}
      data={loaderData}
      rowActions={({ _id, name }) => (
        <Link to={`/admin/experts?hours=${_id}`} aria-label={`Hours of ${name}`} className="row-action">
          Hours
        </Link>
      )}
    />
  );
}

import { useState } from "react";
import type { Expert } from "../../../contracts/catalogue/expert.ts";
import { listDetails } from "../../../contracts/catalogue/expert-rules.ts";
import { MAX_IMAGES } from "../../../contracts/catalogue/image-rules.ts";
import { MAX_NAME_LENGTH } from "../../../contracts/field-rules.ts";
import { requireOwner } from "../../lib/guard.ts";
import { formatRate } from "../../lib/money.ts";
import { useSend } from "../../lib/use-send.ts";
import { Badge } from "../../ui/badge.tsx";
import { isFilled, MoreFields, RupeesField, SelectField, WholeNumberField } from "../../ui/choice-fields.tsx";
import { Field, TextField } from "../../ui/field.tsx";
import { Link } from "../../ui/link.tsx";
import type { AdminResource, FieldsProps } from "../resource/admin-resource.ts";
import { quickSave } from "../resource/resource-calls.ts";
import { RecordName, Thumbnails } from "../resource/resource-list.tsx";
import { resourceLoader } from "../resource/resource-loader.ts";
import { ResourceScreen } from "../resource/resource-screen.tsx";
import type { Route } from "./+types/experts";
import { HoursScreen, loadHours } from "./hours-screen.tsx";

const prices = [
  { label: "Price a minute", name: "price", hint: "Shown on the list." },
  { label: "Audio price", name: "audioPrice", hint: "Empty: the price." },
  { label: "Video price", name: "videoPrice", hint: "Empty: the price." },
] as const;

function ExpertFields({ record, errors, field }: FieldsProps<Expert>) {
  const listHint = "Separated by commas.";
  return (
    <>
      <Field label="Name" {...field("name")} maxLength={MAX_NAME_LENGTH} required />
      <Field label="Languages" {...field("languages")} maxLength={300} hint={listHint} />
      <Field label="Domain" {...field("domain")} maxLength={300} hint={listHint} />
      <div className="fit-columns-[9.5rem] gap-4">
        {prices.map(({ name, ...text }) => (
          <RupeesField key={name} {...field(name)} {...text} min={1} />
        ))}
        <WholeNumberField label="Experience" {...field("exp")} min={0} max={100} hint="In years." />
      </div>
      <SelectField label="Status" name="status" defaultValue={record?.status ?? "offline"} error={errors.status}>
        <option value="online">Online</option>
        <option value="offline">Offline</option>
      </SelectField>
      <TextField label="Description" {...field("description")} maxLength={20_000} />
      <MoreFields
        title="Details: topics, sample questions"
        isOpen={isFilled(
          listDetails.map(({ name }) => name),
          record,
          errors,
        )}
      >
        {listDetails.map(({ name, label, items }) => (
          <TextField
            key={name}
            label={label}
            name={name}
            hint={`One on each line, at most ${items}.`}
            defaultValue={record?.[name].join("\n")}
            error={errors[name]}
          />
        ))}
      </MoreFields>
    </>
  );
}

/** Optimistic update: the switch changes at once and is rolled back when saving fails. */
function StatusSwitch({ expert }: { expert: Expert }) {
  const { send } = useSend("❌ Operation failed", { asToast: true });
  const [wanted, setWanted] = useState<Expert["status"]>();
  const status = wanted ?? expert.status;

  const next = status === "online" ? "offline" : "online";

  async function toggle() {
    setWanted(next);
    await send(() => quickSave("experts", expert, { status: next }), "✅ Expert updated successfully");
    setWanted(undefined);
  }

  return (
    <button
      type="button"
      disabled={wanted !== undefined}
      onClick={toggle}
      className="inline-flex min-h-11 items-center rounded-full *:first:outline-1 *:first:outline-current/45 hover:*:first:outline-current"
    >
      <Badge tone={status === "online" ? "sage" : "sand"}>{status}</Badge>
      <span className="sr-only">
        , set {expert.name} {next}
      </span>
    </button>
  );
}

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
  requireOwner(args.url);
  const id = args.url.searchParams.get("hours");
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

import { useState } from "react";
import { useRevalidator } from "react-router";
import type { Invitation, Person } from "../../../contracts/accounts/people.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { formatDay, formatMoment } from "../../lib/dates.ts";
import { requireOwner } from "../../lib/guard.ts";
import { toast } from "../../lib/toast.ts";
import { useSend } from "../../lib/use-send.ts";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import { Badge } from "../../ui/badge.tsx";
import { LinkButton, SmallButton, smallButton } from "../../ui/button.tsx";
import { AdminPageHeader, LoadFailed } from "../layout/admin-page.tsx";
import { AdminTable, type Column } from "../layout/admin-table.tsx";
import type { Route } from "./+types/people-page";
import { InviteForm } from "./invite-form.tsx";

const FAILED = "❌ Operation failed";

/** `found` is undefined when loading failed; `experts` too, which only the form needs. */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  requireOwner(url);
  const [found, experts] = await Promise.all([
    browserApi.call("GET /api/people", {}).catch(() => undefined),
    browserApi.call("GET /api/experts", {}).catch(() => undefined),
  ]);
  return { found, experts };
}
clientLoader.hydrate = true as const;

export default function PeoplePage({ loaderData: { found, experts } }: Route.ComponentProps) {
  return (
    <>
      <AdminPageHeader title="People" note={found && countOf(found.people.length)}>
        <LinkButton to="/profile/security" className={smallButton}>
          My login and security
        </LinkButton>
      </AdminPageHeader>
      {found ? (
        <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid gap-8">
            <PeopleTable people={found.people} />
            {found.invitations.length > 0 && <InvitationTable invitations={found.invitations} />}
          </div>
          <InviteForm people={found} experts={experts} />
        </div>
      ) : (
        <LoadFailed>Failed to load people</LoadFailed>
      )}
    </>
  );
}

const countOf = (count: number) => (count === 1 ? "1 person" : `${count} people`);

const RoleOf = ({ role, expert }: Pick<Person, "role" | "expert">) =>
  role === "owner" ? (
    "Owner"
  ) : (
    <>
      Expert
      <span className="block min-w-24 text-small text-ink-soft">{expert?.name || "No longer in the catalogue"}</span>
    </>
  );

function PeopleTable({ people }: { people: Person[] }) {
  const [chosen, choose] = useState<Person>();
  const close = () => choose(undefined);
  const { revalidate } = useRevalidator();
  const remove = async ({ _id, name }: Person) => {
    await browserApi.call("DELETE /api/people/:id", { params: { id: _id } });
    close();
    toast(`${name} is now a customer.`);
    await revalidate();
  };
  const columns: Column<Person>[] = [
    {
      title: "Name",
      look: "wide",
      cell: ({ name, email, you }) => (
        <>
          <strong className="font-semibold">{name}</strong> {you && <Badge tone="sand">You</Badge>}
          <span className="block text-small text-ink-soft">{email}</span>
        </>
      ),
    },
    { title: "Role", cell: RoleOf },
    {
      title: "Second step",
      cell: ({ secondFactor }) => (secondFactor ? <Badge tone="sage">On</Badge> : <Badge tone="rose">Off</Badge>),
    },
    {
      title: "Last seen",
      cell: ({ lastSeenAt }) => (
        <span className="whitespace-nowrap">{lastSeenAt ? formatDay(lastSeenAt) : "Not now"}</span>
      ),
    },
    {
      title: "Actions",
      look: "actions",
      cell: (person) =>
        !person.you && (
          <SmallButton onClick={() => choose(person)} className="text-rose">
            Remove<span className="sr-only"> {person.name}</span>
          </SmallButton>
        ),
    },
  ];
  return (
    <>
      <AdminTable name="Owners and experts" columns={columns} items={people} keyOf={({ _id }) => _id} />
      <AskDialog
        open={chosen !== undefined}
        onClose={close}
        title="Remove access"
        action={["Remove", "Removing…"]}
        send={() => remove(chosen!)}
        failed={FAILED}
      >
        <p>
          {chosen?.name} ({chosen?.email}) is logged out everywhere and becomes a customer, who keeps their own orders.
        </p>
      </AskDialog>
    </>
  );
}

function InvitationTable({ invitations }: { invitations: Invitation[] }) {
  const { send } = useSend(FAILED, { asToast: true });
  const resend = ({ _id: id, email }: Invitation) =>
    send(() => browserApi.call("POST /api/invitations/:id/resend", { params: { id } }), `Sent again to ${email}.`);
  const withdraw = ({ _id: id, email }: Invitation) =>
    send(
      () => browserApi.call("DELETE /api/invitations/:id", { params: { id } }),
      `The invitation of ${email} was withdrawn.`,
    );
  const columns: Column<Invitation>[] = [
    { title: "E-mail", look: "wide", cell: ({ email }) => email },
    { title: "Role", cell: RoleOf },
    {
      title: "Valid until",
      cell: ({ expired, expiresAt }) =>
        expired ? (
          <Badge tone="rose">Expired</Badge>
        ) : (
          <span className="whitespace-nowrap">{formatMoment(expiresAt)}</span>
        ),
    },
    {
      title: "Actions",
      look: "actions",
      cell: (invitation) => (
        <>
          <SmallButton onClick={() => resend(invitation)} className="mr-1">
            Send again<span className="sr-only"> to {invitation.email}</span>
          </SmallButton>{" "}
          <SmallButton onClick={() => withdraw(invitation)} className="text-rose">
            Withdraw<span className="sr-only"> the invitation of {invitation.email}</span>
          </SmallButton>
        </>
      ),
    },
  ];
  return (
    <section aria-labelledby="invitations-title">
      <h2 id="invitations-title" className="mb-3 text-title">
        Open invitations
      </h2>
      <AdminTable name="Open invitations" columns={columns} items={invitations} keyOf={({ _id }) => _id} />
    </section>
  );
}

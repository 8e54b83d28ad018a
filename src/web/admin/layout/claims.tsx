import { useState } from "react";
import type { ClaimFound } from "../../../contracts/claims-rules.ts";
import { type Control, labelOf } from "../../lib/field-errors.ts";

type LabelledClaim = ClaimFound & { label: string };

/** The label of each field and what is in it. */
type Texts = readonly (readonly [label: string, value: unknown])[];

export const textsOf = (form: HTMLFormElement): Texts =>
  ([...form.elements] as Control[])
    .filter(({ name, type }) => name && ["text", "textarea"].includes(type))
    .map((control) => [labelOf(control), control.value]);

/** Warns before forbidden claims are published. Claims that the box already shows are published at the next try. */
export function useClaims() {
  const [claims, setClaims] = useState<LabelledClaim[]>([]);

  async function find(texts: Texts) {
    const { findClaims, textIn } = await import("../../../contracts/claims-rules.ts");
    const found = texts.flatMap(([label, value]) => findClaims(textIn(value)).map((claim) => ({ label, ...claim })));
    setClaims(found);
    return found;
  }

  return {
    claims,
    async mayPublish(texts: Texts) {
      const found = await find(texts);
      return found.every(({ words }) => claims.some((shown) => shown.words === words));
    },
    /** While the owner corrects what the box shows. */
    recheck: (texts: Texts) => void (claims.length > 0 && find(texts)),
    clear: () => setClaims([]),
  };
}

export function ClaimsBox({ claims }: { claims: readonly LabelledClaim[] }) {
  if (claims.length === 0) return null;
  return (
    <div role="alert" className="mb-3 grid gap-2 rounded-card border border-gold bg-sand px-4 py-3 text-small">
      <p className="font-semibold">Advertising in India must not say this:</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard. */}
      <ul tabIndex={0} className="grid max-h-[24vh] gap-2 overflow-y-auto">
        {claims.map(({ label, words, law, reason }) => (
          <li key={`${label}: ${words}`}>
            <strong className="wrap-anywhere">
              {label}: “{words}”
            </strong>
            <br />
            {reason} ({law}.)
          </li>
        ))}
      </ul>
      <p>
        Say instead what it is and what tradition links it with, without a promise: “traditionally linked with calm”. If
        you publish it anyway, the activity log records it with your name.
      </p>
    </div>
  );
}

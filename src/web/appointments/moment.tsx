import { INDIA, momentIn } from "./times.ts";

/** A moment in Indian time and, when that is another one, the caller's. Each breaks as a whole. */
export function Moment({ zone, at }: { zone: string; at: string }) {
  return (
    <>
      <span className="inline-block">{momentIn(INDIA, at)}</span>
      {zone !== INDIA && (
        <>
          {" "}
          <span className="inline-block">({momentIn(zone, at)})</span>
        </>
      )}
    </>
  );
}

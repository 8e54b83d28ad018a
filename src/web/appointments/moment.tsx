import { INDIA, momentIn } from "./times.ts";

/** A time in the Indian zone and, if different, the caller's. The line may break only between the two. */
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

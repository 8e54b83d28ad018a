import type { Sample } from "../http/metrics.ts";

/** The shop's processes on this machine, as one of them sees them. */
export interface Siblings {
  /** What this process says when any of them asks. */
  tell(own: () => Sample[]): void;
  /** What all of them say, this one too. */
  gather(): Promise<Sample[]>;
}

/** A process that has none. */
export function noSiblings(): Siblings {
  let say: () => Sample[] = () => [];
  return {
    tell(own) {
      say = own;
    },
    gather: async () => say(),
  };
}

import type { Clock } from "./clock.ts";
import type { Database } from "./database/database.ts";
import type { ChangeEvents } from "./events.ts";
import type { RateLimiter } from "./http/rate-limit.ts";
import type { JobRunner } from "./jobs/job-runner.ts";
import type { KeyedHash } from "./keyed-hash.ts";
import type { Log } from "./log.ts";

/** What domains may need of the platform. Each names what it does need. */
export interface Platform {
  db: Database;
  clock: Clock;
  log: Log;
  limiter: RateLimiter;
  keyedHash: KeyedHash;
  changes: ChangeEvents;
  jobs: JobRunner;
  publicUrl: string;
}

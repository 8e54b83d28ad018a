import type { Transaction } from "../platform/database/database.ts";
import type { FindReferences, ResourceDeps } from "./resource-service.ts";

export interface CatalogueDeps extends ResourceDeps {
  /** The appointments of experts. Locks their time. */
  findExpertReferences: FindReferences;
  /** Removes the appointments among these ids; ignores other records. */
  removeDemoAppointments(tx: Transaction, ids: string[]): Promise<void>;
}

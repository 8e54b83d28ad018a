import type { Accounts } from "../accounts/service.ts";
import type { Activity } from "../activity/service.ts";
import type { Orders } from "../orders/service.ts";
import type { PublicRequest } from "../platform/http/public-request.ts";
import type { Platform } from "../platform/platform.ts";
import type { SecretBox } from "../platform/secrets.ts";

export interface IntegrationDeps extends Pick<Platform, "db" | "clock" | "limiter" | "changes" | "jobs"> {
  accounts: Pick<Accounts, "findOwners" | "requireIdentity">;
  activity: Activity;
  orders: Pick<Orders, "find">;
  secretBox: SecretBox;
  publicRequest: PublicRequest;
}

import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { IdentityProof } from "../../contracts/accounts/second-factor.ts";
import {
  type SealedTry,
  type SealedValues,
  sealedForms,
  sealedRemoval,
  sealedState,
  sealedTry,
  sealedValues,
} from "../../contracts/settings/sealed-settings.ts";
import { type SealedGroup, sealedGroups } from "../../contracts/settings/settings-rules.ts";
import { type RouteDeps, routesFor } from "../platform/http/api-routes.ts";
import { badInput } from "../platform/http/errors.ts";
import type { LoginUser } from "../platform/http/logins.ts";
import type { Limit, RateLimiter } from "../platform/http/rate-limit.ts";
import { settingError } from "./errors.ts";
import type { SealedSettings } from "./sealed-settings.ts";

const triesByAccount: Limit = { name: "key-tries", tries: 20, seconds: 15 * 60 };

/** Use the values once, without saving them. */
export type SealedTries = { [G in SealedGroup]: (values: SealedValues[G], owner: LoginUser) => Promise<SealedTry> };

interface SealedRouteDeps extends RouteDeps {
  sealed: SealedSettings;
  tries: SealedTries;
  limiter: RateLimiter;
  accounts: { requireIdentity(owner: LoginUser, proof: IdentityProof, ip: string): Promise<unknown> };
}

export function sealedSettingRoutes(app: FastifyInstance, deps: SealedRouteDeps) {
  const { sealed, tries, limiter } = deps;
  const { requireIdentity } = deps.accounts;
  const { owner } = routesFor(app, deps.logins, "settings");
  const summary = "Payment keys and mail server, without their secrets";
  owner.get("/settings/sealed", { summary, response: z.array(sealedState) }, () => sealed.list());

  for (const group of sealedGroups) {
    const body = sealedForms[group];

    async function tryForm(form: z.output<typeof body>, user: LoginUser, ip: string) {
      await requireIdentity(user, form, ip);
      await limiter.take(triesByAccount, user.id);
      const values = await sealed.complete(group, sealedValues[group].parse(form));
      return { values, ...(await tries[group](values as never, user)) };
    }

    owner.post(
      `/settings/${group}/test`,
      { summary: "Try the values without saving them", body, response: sealedTry },
      ({ body, user, ip }) => tryForm(body, user, ip),
    );
    owner.put(
      `/settings/${group}`,
      { summary: "Try the values, then save them", body, response: sealedState },
      async ({ body, user, ip }) => {
        const { values, outcome, field, message } = await tryForm(body, user, ip);
        if (outcome === "refused") throw badInput({ [field]: message });
        if (outcome === "unreachable" && !body.saveAnyway) throw settingError("not_reached", { message });
        return sealed.save(group, body.version, values, user.id);
      },
    );
    owner.delete(
      `/settings/${group}`,
      { summary: "Forget the values", body: sealedRemoval, response: sealedState },
      async ({ body, user, ip }) => {
        await requireIdentity(user, body, ip);
        return sealed.save(group, body.version, undefined, user.id);
      },
    );
  }
}

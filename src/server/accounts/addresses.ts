import { randomUUIDv7 } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import type { z } from "zod";
import { MAX_ADDRESSES } from "../../contracts/accounts/account-rules.ts";
import type { addressForm, SavedAddress } from "../../contracts/accounts/address.ts";
import { stateOfPin } from "../../contracts/orders/state-rules.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { type AddressRow, addresses } from "./address-table.ts";
import type { AccountDeps } from "./deps.ts";
import { accountError } from "./errors.ts";
import { addressesByAccount } from "./limits.ts";
import { lockBuyer } from "./profiles.ts";

type Form = z.output<typeof addressForm>;

const toAddress = ({ id, userId, createdAt, gstin, ...address }: AddressRow): SavedAddress => ({
  _id: id,
  ...address,
  ...(gstin && { gstin }),
});

/** Spaces, line breaks and capitals make no other address. */
const textOf = ({ name, phone, address, pin }: Omit<Form, "isDefault">) =>
  [name, phone.replace(/\D/g, "").slice(-10), address, pin]
    .map((part) => part.replace(/[\s,]+/g, " ").toLowerCase())
    .join("\n");

/** The default comes first, then the newest. */
const read = (db: Database | Transaction, userId: string) =>
  db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.isDefault), desc(addresses.createdAt), desc(addresses.id));

/** The saved addresses of an account. While there are any, exactly one is the default. */
export function createAddresses({ db, clock, limiter }: AccountDeps) {
  async function makeDefault(tx: Transaction, { userId, id }: Pick<AddressRow, "userId" | "id">) {
    await tx.update(addresses).set({ isDefault: false }).where(eq(addresses.userId, userId));
    await tx.update(addresses).set({ isDefault: true }).where(eq(addresses.id, id));
  }

  /** Runs `work` with the addresses of the account, locked, and returns the address whose id it returns. */
  async function change(userId: string, work: (tx: Transaction, own: AddressRow[]) => Promise<string>) {
    await limiter.take(addressesByAccount, userId);
    return db.transaction(async (tx) => {
      // Locks the account: its addresses change one after the other.
      await lockBuyer(tx, userId);
      const id = await work(tx, await read(tx, userId));
      return (await read(tx, userId)).map(toAddress).find(({ _id }) => _id === id)!;
    });
  }

  return {
    list: async (userId: string) => (await read(db, userId)).map(toAddress),

    /** Changes the address with this id. Without an id it adds one, unless it is saved already. */
    save: (userId: string, { isDefault, ...form }: Form, id?: string) =>
      change(userId, async (tx, own) => {
        const found = own.find((row) => (id ? row.id === id : textOf(row) === textOf(form)));
        if (id && !found) throw accountError("address_not_found");
        if (!found && own.length >= MAX_ADDRESSES) throw accountError("too_many_addresses");
        const values = { ...form, state: form.state || stateOfPin(form.pin) || ("" as const) };
        const row = found ?? { id: randomUUIDv7(), userId, isDefault: own.length === 0, createdAt: clock.now() };
        if (id) await tx.update(addresses).set(values).where(eq(addresses.id, id));
        else if (!found) await tx.insert(addresses).values({ ...row, ...values });
        if (isDefault) await makeDefault(tx, row);
        return row.id;
      }),

    remove: (userId: string, id: string) =>
      change(userId, async (tx, own) => {
        const found = own.find((row) => row.id === id);
        if (!found) throw accountError("address_not_found");
        await tx.delete(addresses).where(eq(addresses.id, id));
        const next = own.find((row) => row !== found);
        if (found.isDefault && next) await makeDefault(tx, next);
        return id;
      }),
  };
}

import { expect } from "vitest";
import { addressesByAccount } from "../../src/server/accounts/limits.ts";
import { ADDRESS, listAddresses, saveAddress, savedAddress } from "../support/addresses.ts";
import { rowsIn } from "../support/backups.ts";
import { countTries } from "../support/counted-tries.ts";
import { makeCustomer } from "../support/customers.ts";
import { problemOf } from "../support/forms.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

const put = (shop: TestShop, token: string, id: string, change: object) =>
  shop.call("PUT", `/api/users/addresses/${id}`, { token, json: { ...ADDRESS, ...change } });
const remove = (shop: TestShop, token: string, id: string) =>
  shop.call("DELETE", `/api/users/addresses/${id}`, { token });

test("the first address is the default, and the State comes from the PIN code unless it is given", async ({ shop }) => {
  const { token } = await makeCustomer(shop);
  const first = await savedAddress(shop, token, { pin: " 411 001" });
  expect(first).toEqual({ _id: first._id, ...ADDRESS, state: "Maharashtra", isDefault: true });
  shop.clock.advance(1000);
  const second = await savedAddress(shop, token, { address: "7 Neem Lane", pin: "900056", state: "" });
  expect(second).toMatchObject({ state: "", isDefault: false });
  shop.clock.advance(1000);
  const third = await savedAddress(shop, token, { address: "9 Neem Lane", pin: "244001", state: "Uttarakhand" });
  expect(third.state).toBe("Uttarakhand");
  // A form without the field keeps the GSTIN; an empty one removes it.
  for (const gstin of ["27AAPFU0939F1ZV", undefined])
    expect((await put(shop, token, third._id, { gstin })).json().gstin).toBe("27AAPFU0939F1ZV");
  expect((await put(shop, token, third._id, { gstin: "" })).json()).not.toHaveProperty("gstin");
  expect((await listAddresses(shop, token)).map(({ _id }) => _id)).toEqual([first._id, third._id, second._id]);
});

test("one address is the default whatever is changed or deleted", async ({ shop }) => {
  const { token } = await makeCustomer(shop);
  const [a, b, c] = [
    await savedAddress(shop, token),
    await savedAddress(shop, token, { address: "7 Neem Lane", isDefault: true }),
    await savedAddress(shop, token, { address: "9 Neem Lane" }),
  ];
  const defaults = async () =>
    (await listAddresses(shop, token)).filter(({ isDefault }) => isDefault).map(({ _id }) => _id);
  expect(await defaults()).toEqual([b._id]);
  expect((await put(shop, token, b._id, { address: "8 Neem Lane", isDefault: false })).json()).toMatchObject({
    address: "8 Neem Lane",
    isDefault: true,
  });
  expect((await put(shop, token, c._id, { address: "9 Neem Lane", isDefault: true })).statusCode).toBe(200);
  expect(await defaults()).toEqual([c._id]);
  await remove(shop, token, c._id);
  expect(await defaults()).toHaveLength(1);
  await remove(shop, token, a._id);
  await remove(shop, token, b._id);
  expect(await listAddresses(shop, token)).toEqual([]);
  expect((await remove(shop, token, b._id)).statusCode).toBe(404);
});

test("the same address is saved once, also by parallel calls", async ({ shop }) => {
  const { token } = await makeCustomer(shop);
  const same = [{}, { name: "MEERA  test" }, { address: "12 tara marg,  Pune" }, { phone: "+91 9000000001" }];
  const replies = await Promise.all(same.map((change) => saveAddress(shop, token, change)));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
  expect(new Set(replies.map((reply) => reply.json()._id)).size).toBe(1);
  expect(await listAddresses(shop, token)).toHaveLength(1);
  await savedAddress(shop, token, { pin: "411002" });
  expect(await listAddresses(shop, token)).toHaveLength(2);
});

test("an eleventh address is refused with a sentence, also by parallel calls", async ({ shop }) => {
  const { token } = await makeCustomer(shop);
  const numbers = Array.from({ length: 12 }, (_, n) => n);
  const replies = await Promise.all(numbers.map((n) => saveAddress(shop, token, { address: `${n} Neem Lane` })));
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(10).fill(201), 409, 409]);
  const refused = replies.find(({ statusCode }) => statusCode === 409)!;
  expect(problemOf(refused)).toEqual({
    code: "too_many_addresses",
    message: "You have saved 10 addresses. Delete one in your profile before you save another.",
  });
  const [first] = await listAddresses(shop, token);
  expect((await saveAddress(shop, token, { address: first!.address })).statusCode).toBe(201);
});

test("bad input is refused at its field", async ({ shop }) => {
  const { token } = await makeCustomer(shop);
  const fields = async (change: object) => (await saveAddress(shop, token, change)).json().fields;
  expect(await fields({ name: " ", phone: "12", address: "", pin: "" })).toEqual({
    name: "Full Name is required.",
    phone: "Phone must have 10 to 15 digits.",
    address: "Address is required.",
    pin: "PIN code is required.",
  });
  expect(await fields({ pin: "011001", state: "Bavaria", gstin: "27AAPFU0939F1ZW" })).toEqual({
    pin: "PIN code must have 6 digits and cannot start with 0.",
    state: "State must be a State or Union Territory of India.",
    gstin: "This is not a GSTIN. Please compare it with your certificate.",
  });
});

test("returns 429 after sixty changes in an hour", async ({ shop }) => {
  const { id, token } = await makeCustomer(shop);
  await countTries(shop, 59, addressesByAccount, id);
  expect((await saveAddress(shop, token)).statusCode).toBe(201);
  expect((await saveAddress(shop, token)).statusCode).toBe(429);
  expect(await listAddresses(shop, token)).toHaveLength(1);
});

test("addresses are in the export and are deleted with the account", async () => {
  const shop = await openOwnShop();
  const { token, password } = await makeCustomer(shop);
  const { _id, ...address } = await savedAddress(shop, token, { gstin: "27aapfu0939f1zv" });
  expect(address.gstin).toBe("27AAPFU0939F1ZV");
  const other = await makeCustomer(shop);
  await savedAddress(shop, other.token, { address: "Somebody else's" });
  const exported = await shop.call("GET", "/api/users/profile/data", { token });
  expect(exported.json().addresses).toEqual([address]);
  const erased = await shop.call("DELETE", "/api/users/profile", { token, json: { password } });
  expect(erased.statusCode, erased.body).toBe(200);
  expect((await rowsIn(shop.databaseUrl)).addresses).toHaveLength(1);
});

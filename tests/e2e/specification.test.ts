import { makeCustomer } from "./support/account.ts";
import { buyButton, expectInCart, packageLine, storedCart } from "./support/cart.ts";
import { expectPaid, form, ordersOf, payButton, payInPopup } from "./support/checkout.ts";
import { test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { visitWith } from "./support/visit.ts";

// Fields, calls and lengths of the specification: tests/integration/specification.test.ts.
test("courses and sessions are added each time they are pressed, the badges count all of them, and their checkout has the Address field but no PIN code, State or saved address", async ({
  page,
  request,
  makeRecord,
}) => {
  const course = await makeRecord("courses", { actualPrice: 500, offerPrice: 500 });
  const expert = await makeRecord("experts", { price: 20 });
  const { token } = await makeCustomer(request);
  const headers = { authorization: `Bearer ${token}` };
  const saved = { name: "Meera Test", phone: "9000000001", address: "12 Tara Marg", pin: "411001", state: "Goa" };
  expect((await request.post("/api/users/addresses", { headers, data: saved })).status()).toBe(201);

  await test.step("a session without hours is added once more by a second press", async () => {
    await visitWith(page, `/experts/${expert._id}`, { token, cart: [{ ...packageLine, qty: 996 }] });
    const dialog = page.getByRole("dialog", { name: "Choose Duration" });
    for (const count of [1, 2]) {
      await page.getByRole("button", { name: /^Audio/ }).click();
      await dialog.getByRole("button", { name: "Add to cart" }).click();
      await expect(page.getByRole("main").getByText(`${count} in your cart`).first()).toBeVisible();
    }
  });
  await test.step("a course too, and the badges show more than 99", async () => {
    await visitWith(page, `/course/${course._id}`, {});
    for (const count of [1, 2]) {
      await buyButton(page).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.getByRole("main").getByText(`${count} in your cart`)).toBeVisible();
    }
    await expectInCart(page, 1000);
    expect((await storedCart(page)).map(({ itemId, qty }) => [itemId, qty])).toEqual([
      [packageLine.itemId, 996],
      [`${expert._id}-audio-30`, 2],
      [course._id, 2],
    ]);
  });
  await test.step("the checkout has the specification's fields and the note, and the order keeps the address", async () => {
    await visitWith(page, "/checkout", { cart: (await storedCart(page)).slice(1) });
    await expect(payButton(page)).toHaveText("Pay ₹2,200");
    await expect(form(page).locator("label")).toHaveText([
      "Full Name",
      "Email Address",
      "Phone",
      "Address (optional)",
      "Note for us (optional)",
    ]);
    await expect(form(page).getByRole("group")).toHaveCount(0);
    const address = form(page).getByLabel("Address (optional)");
    await expect(address).toHaveAttribute("placeholder", /For products/);
    await expect(address).toHaveValue("");
    await address.fill("7 Chandra Marg");
    await payButton(page).click();
    await payInPopup(page);
    await expectPaid(page);
    await expect(page.getByRole("region", { name: "For", exact: true })).toContainText("7 Chandra Marg");
    expect((await ordersOf(request, { token }))[0]!.shipping).toMatchObject({ address: "7 Chandra Marg" });
  });
});

import { startFakeServer } from "../support/fake-server.ts";
import { OWNER } from "../support/owner.ts";
import { expectAccessible, expectAccessibleAndFits } from "./support/accessibility.ts";
import { adminLink, confirmDialog, mainOf, message, test } from "./support/admin.ts";
import { makePaidOrder } from "./support/admin-orders.ts";
import { expect } from "./support/test.ts";

test("the owner makes and revokes an API key, and adds a webhook, tests it, reads its deliveries and removes it", async ({
  openFailing,
  request,
  ownerToken,
}) => {
  const receiver = await startFakeServer((reply) => reply.writeHead(204).end());
  const page = await openFailing("/admin");
  const main = mainOf(page);
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
  await page.route("**/api/webhooks", (route) => route.abort());
  await adminLink(page, "API keys and webhooks").click();
  await expect(page.getByRole("alert")).toHaveText("Failed to load API keys and webhooks");
  await page.unroute("**/api/webhooks");
  await button("Try again").click();

  await test.step("a key is shown once, after the password", async () => {
    await button("Make an API key").click();
    const dialog = page.getByRole("dialog", { name: "Make an API key" });
    await dialog.getByLabel("Name").fill("Warehouse");
    await dialog.getByRole("button", { name: "Make an API key" }).click();
    await dialog.getByLabel("Your password").fill(OWNER.password);
    await dialog.getByRole("button", { name: "Make an API key" }).click();
    const key = await dialog.getByLabel("The key").inputValue();
    const headers = { authorization: `Bearer ${key}` };
    await expect(await request.get("/api/orders", { headers })).toBeOK();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close" }).first().click();
    await expect(main.getByRole("listitem").filter({ hasText: "Warehouse" })).toContainText(key.slice(-4));
    await button("Revoke Warehouse").click();
    await page.getByRole("dialog", { name: "Revoke Warehouse" }).getByRole("button", { name: "Revoke" }).click();
    await expect(main.getByText("Warehouse")).toHaveCount(0);
    expect((await request.get("/api/orders", { headers })).status()).toBe(401);
  });

  await test.step("a webhook is tested, lists its deliveries and is removed", async () => {
    await button("Add a webhook").click();
    const dialog = page.getByRole("dialog", { name: "Add a webhook" });
    await dialog.getByLabel("Address").fill("http://203.0.113.1/");
    const add = dialog.getByRole("button", { name: "Add a webhook" });
    await add.click();
    await dialog.getByLabel("Your password").fill(OWNER.password);
    await add.click();
    await expect(dialog.getByLabel("Address")).toHaveAccessibleDescription("The address must start with https://.");
    await dialog.getByLabel("Address").fill(receiver.url);
    await add.click();
    await expect(dialog.getByLabel("The secret that signs each call")).toHaveValue(/^whsec_/);
    await dialog.getByRole("button", { name: "Close" }).first().click();
    await makePaidOrder(request, ownerToken);
    await receiver.hasSeen(1);
    await main.getByText("Deliveries").click();
    await expect(main.getByText("order.paid of")).toBeVisible();
    await button("Send a test").click();
    await expect(message(page, "The test arrived.")).toBeVisible();
    await button(`New secret for ${receiver.url}`).click();
    const renewal = page.getByRole("dialog", { name: `New secret for ${receiver.url}` });
    const renew = renewal.getByRole("button", { name: "Make a new secret" });
    await renew.click();
    await renewal.getByLabel("Your password").fill(OWNER.password);
    await renew.click();
    await expect(renewal.getByLabel("The secret that signs each call")).toHaveValue(/^whsec_.+=$/);
    await renewal.getByRole("button", { name: "Close" }).first().click();
    await receiver.stop();
    await button("Send a test").click();
    await expect(message(page, "The address could not be reached (ECONNREFUSED).")).toBeVisible();
    await expectAccessibleAndFits(page);
    await button(`Remove ${receiver.url}`).click();
    await confirmDialog(page, `Remove ${receiver.url}`).getByRole("button", { name: "Remove" }).click();
    await expect(main.getByRole("listitem").filter({ hasText: receiver.url })).toHaveCount(0);
  });
});

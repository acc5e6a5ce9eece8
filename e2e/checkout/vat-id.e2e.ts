import { expect, type Page } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { orderButton } from "#e2e/support/checkout.ts";
import { customerWithCart } from "#e2e/support/orders.ts";
import { checkLoadedScreen, checkScreenAtEachWidth } from "#e2e/support/screens.ts";
import { demoAdmin, visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";

/** Changes settings of a group, as an administrator. Returns what they were. */
async function change(page: Page, group: "general" | "localization", to: object) {
  const { access_token: token } = await callApi(page, undefined, "post", "/auth/login", demoAdmin);
  const { data } = await callApi(page, token, "get", "/settings");
  await callApi(page, token, "put", `/settings/${group}`, { ...data[group], ...to });
  return data[group];
}

const business = { "Full name": "Robin Reader", Company: "Engines", "Street address": "Ringstraße 1", City: "Wien" };
const totalOf = async (page: Page) => Number((await orderButton(page).textContent())?.replace(/[^\d.]/g, ""));

test("VAT: a business enters its VAT ID in the checkout, sees the net price, and buys by reverse charge", async ({
  page,
}) => {
  const { vat_id } = await change(page, "general", { vat_id: "DE123456788" });
  await change(page, "localization", { check_vat_ids: true });
  try {
    const { bought } = await customerWithCart(page);
    await visit(page, "/checkout");
    await page.getByLabel("Country").selectOption("AT");
    for (const [label, text] of Object.entries(business)) await page.getByLabel(label).fill(text);
    await page.getByLabel("Postal code").fill("1010");
    await expect(orderButton(page)).not.toHaveAttribute("aria-busy");
    const gross = await totalOf(page);
    await page.getByLabel("VAT ID").fill("ATU12345675");
    const notice = page.getByRole("status").filter({ hasText: "VAT ID ATU12345675 is confirmed" });
    await expect(notice).toContainText("No VAT is charged: you account for it in your country.");
    await expect.poll(() => totalOf(page)).toBeLessThan(gross);
    const net = await totalOf(page);
    await checkScreenAtEachWidth(page);
    await orderButton(page).click();
    await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeVisible();
    await page.getByRole("link", { name: "View order" }).click();
    await expect(page.getByRole("list", { name: "Items" })).toContainText(bought);
    const order = page.getByRole("main");
    await expect(order).toContainText("You account for it in your country (reverse charge).");
    await expect(order).toContainText(`€${net.toFixed(2)}`);
    await checkLoadedScreen(page);
  } finally {
    await change(page, "localization", { check_vat_ids: false });
    await change(page, "general", { vat_id });
  }
});

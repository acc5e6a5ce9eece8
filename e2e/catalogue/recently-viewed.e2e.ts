import { expect } from "@playwright/test";
import { changeProduct, getProduct } from "#e2e/support/products.ts";
import { visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

test("R3 recently viewed products show the current price, and disappear when no longer sold", async ({ page }) => {
  const broom = await getProduct(page, "yard-broom");
  const raise = (by: number) =>
    changeProduct(page, broom.id, ({ variations }) => ({
      variations: variations.map((one) => ({ ...one, price_amount: one.price_amount + by })),
    }));
  for (const slug of ["field-tee", "yard-broom"]) {
    await visit(page, `/details/${slug}`);
    await page.waitForFunction((saved) => localStorage.getItem("mine:recently_viewed")?.includes(saved), slug);
  }
  await raise(777);
  try {
    const requested: string[] = [];
    page.on("request", (request) => request.url().includes("/v1/product/details/") && requested.push(request.url()));
    const row = page.getByRole("region", { name: "Recently viewed" });
    const tile = row.getByRole("article").filter({ hasText: broom.name });
    await visit(page, "/");
    await expect(row).toBeAttached();
    expect(requested).toEqual([]);
    const before = await row.boundingBox();
    await row.scrollIntoViewIfNeeded();
    const { price } = (await getProduct(page, "yard-broom")) as unknown as { price: { amount: number } };
    await expect(tile).toContainText(`€${(price.amount / 100).toFixed(2)}`);
    await expect(row.getByRole("article")).toHaveCount(2);
    expect((await row.boundingBox())?.height).toBe(before?.height);
    await changeProduct(page, broom.id, () => ({ status: "archived" }));
    await visit(page, "/");
    await row.scrollIntoViewIfNeeded();
    await expect(row.getByRole("article")).toHaveCount(1);
    await expect(row).not.toContainText(broom.name);
    await visit(page, "/cart");
    expect(await page.evaluate(() => localStorage.getItem("mine:recently_viewed"))).not.toContain("yard-broom");
  } finally {
    await changeProduct(page, broom.id, () => ({ status: "active" }));
    await raise(-777);
  }
});

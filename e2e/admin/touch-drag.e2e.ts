import { expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { signInToCategories } from "#e2e/support/categories.ts";
import { openScreen, signInAsMerchant, uniqueName } from "#e2e/support/products.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** A finger on one place that moves to another and is lifted there. */
async function dragByTouch(page: Page, from: Locator, to: Locator) {
  const centre = async (one: Locator) => {
    const box = await one.boundingBox();
    if (!box) throw new Error("It is not there.");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [start, end] = [await centre(from), await centre(to)];
  const screen = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
    screen.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", start);
  for (let step = 1; step <= 8; step++)
    await touch("touchMove", {
      x: start.x + ((end.x - start.x) * step) / 8,
      y: start.y + ((end.y - start.y) * step) / 8,
    });
  await touch("touchEnd");
}

test("R10 A5 images are ordered by touch, by their grips", async ({ page }) => {
  const { make } = await signInAsMerchant(page);
  const product = await make(uniqueName("Cup"));
  await openScreen(page, `/dashboard/products/create/${product.id}`, product.name);
  const square = (background: string) =>
    sharp({ create: { width: 300, height: 300, channels: 3, background } })
      .png()
      .toBuffer();
  await page.getByLabel("Choose images").setInputFiles([
    { name: "front.png", mimeType: "image/png", buffer: await square("#b02020") },
    { name: "back.png", mimeType: "image/png", buffer: await square("#2020b0") },
  ]);
  const tiles = page.getByRole("list", { name: "Images" }).getByRole("listitem");
  await expect(tiles).toHaveCount(2);
  const words = (at: number) => page.getByLabel(`Alt text for image ${at}`);
  await words(1).fill("Front");
  await words(2).fill("Back");
  // Both grips, one above the other, must be on the screen.
  const grips = tiles.locator("[data-grip]");
  await grips.first().evaluate((grip) => {
    grip.scrollIntoView({ block: "center" });
    scrollBy(0, innerHeight / 4);
  });
  await dragByTouch(page, grips.nth(1), grips.nth(0));
  await expect(words(1)).toHaveValue("Back");
  await expect(words(2)).toHaveValue("Front");
});

test("R10 A4 a category is moved into another by touch, by its grip", async ({ page }) => {
  const { makeTop, namesBelow } = await signInToCategories(page);
  const { top, below } = await makeTop("Alpha", "Beta");
  const [alpha, beta] = below;
  await page.goto("/dashboard/category");
  const row = (id: number | undefined) => page.locator(`[data-row="${id}"]`);
  await row(top.id).getByRole("button").first().click();
  await expect(row(beta?.id)).toBeVisible();
  await row(alpha?.id).evaluate((one) => one.scrollIntoView({ block: "center" }));
  await dragByTouch(page, row(beta?.id).locator("[data-grip]"), row(alpha?.id).locator("[data-grip]"));
  await expect.poll(() => namesBelow(top)).toEqual([alpha?.name]);
});

import { expect } from "@playwright/test";
import sharp from "sharp";
import { openScreen, signInAsMerchant, uniqueName } from "#e2e/support/products.ts";
import { checkLoadedScreen } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

const painted = async (name: string, background: string) => ({
  name,
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .png()
    .toBuffer(),
});

test("A7 an image is uploaded, described in place, replaced and deleted", async ({ page }) => {
  await signInAsMerchant(page);
  const alt = uniqueName("Blue square");
  await openScreen(page, "/dashboard/media", "Media");
  await page.getByRole("link", { name: "Not used" }).click();
  await expect(page).toHaveURL(/view=unused/);
  await page.getByLabel("Images to upload").setInputFiles(await painted("blue.png", "#0b16f1"));
  const tiles = page.getByRole("list", { name: "Images" }).getByRole("listitem");
  const field = tiles.first().getByRole("textbox", { name: /^Alt text of Image/ });
  await field.fill(alt);
  await field.press("Enter");
  await expect(page.getByText("Alt text saved")).toBeVisible();
  const tile = page.getByRole("listitem", { name: alt, exact: true });
  await expect(tile.getByText("Not used")).toBeVisible();
  await checkLoadedScreen(page);
  const before = await tile.getByRole("img").getAttribute("src");
  await tile.getByLabel(`Replacement for ${alt}`).setInputFiles(await painted("navy.png", "#0a0b4f"));
  await expect(page.getByText("Image replaced")).toBeVisible();
  await expect(tile.getByRole("img")).not.toHaveAttribute("src", before ?? "");
  await tile.getByRole("button", { name: `Actions for ${alt}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete this image?" }).getByRole("button", { name: "Delete image" }).click();
  await expect(tile).toHaveCount(0);
});

import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { editedId, expectToast, openScreen, save, signInAsMerchant, uniqueName } from "#e2e/support/products.ts";
import { checkScreen } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

const painted = async (name: string, background: string) => ({
  name,
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 400, height: 400, channels: 3, background } })
    .png()
    .toBuffer(),
});
const files = (page: Page) => page.getByLabel("Choose images");
const tiles = (page: Page) => page.getByRole("list", { name: "Images" }).getByRole("listitem");
const words = (page: Page, at: number) => page.getByLabel(`Alt text for image ${at}`);
const uploads = (page: Page) => page.getByRole("list", { name: "Uploads" });

test("R10 A5 C6 invalid images among valid ones are named; the others are described, reordered and saved", async ({
  page,
}) => {
  const { make, option, read } = await signInAsMerchant(page);
  const glaze = await option(uniqueName("Glaze"), ["Red", "Blue"]);
  const product = await make(uniqueName("Cup"), {
    variations: glaze.values.map(({ id }) => ({ price_amount: 900, option_value_ids: [id] })),
  });
  await openScreen(page, `/dashboard/products/create/${product.id}`, product.name);
  await files(page).setInputFiles([
    await painted("front.png", "#b02020"),
    { name: "letter.png", mimeType: "image/png", buffer: Buffer.from("<html>No image</html>") },
    await painted("back.png", "#2020b0"),
    { name: "empty.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(0) },
    await painted("above.png", "#20b020"),
  ]);
  await expect(tiles(page)).toHaveCount(3);
  await expect(uploads(page).getByRole("alert")).toHaveText([/letter\.png/, /empty\.jpg/]);
  await checkScreen(page);
  for (const _ of [1, 2]) await uploads(page).getByRole("button", { name: "Dismiss" }).first().click();
  await expect(uploads(page)).toHaveCount(0);

  await words(page, 1).fill("Front");
  await words(page, 2).fill("Back");
  await words(page, 3).fill("From above");
  await page.getByLabel("Variation shown by image 2").selectOption({ label: `${glaze.name}: Blue` });
  const later = page.getByRole("button", { name: "Move image 1 later" });
  await later.focus();
  await page.keyboard.press("Enter");
  await expect(words(page, 2)).toHaveValue("Front");
  await expect(page.getByText("Image moved to position 2 of 3.")).toBeAttached();
  await expect(page.getByRole("button", { name: "Move image 2 later" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(words(page, 3)).toHaveValue("Front");
  await tiles(page).nth(2).locator("[data-picture]").dragTo(tiles(page).nth(0).locator("[data-picture]"));
  await expect(words(page, 1)).toHaveValue("Front");
  await expect(tiles(page).first().getByText("Cover")).toBeVisible();
  await page.getByRole("button", { name: "Remove image 3" }).click();
  await expect(tiles(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(tiles(page)).toHaveCount(3);
  await save(page);
  await expectToast(page, `${product.name} saved`);
  const { images } = await read(product.id);
  const blue = glaze.values[1]?.id;
  expect(images.map((one: { alt: string; option_value_id: number | null }) => [one.alt, one.option_value_id])).toEqual([
    ["Front", null],
    ["Back", blue],
    ["From above", null],
  ]);
  await page.getByRole("button", { name: "Remove image 1" }).click();
  await save(page);
  await expect.poll(async () => (await read(product.id)).images.length).toBe(2);
  await expect(words(page, 1)).toHaveValue("Back");
});

test("R10 A5 C6 a new product is created with its images, and its duplicate has the same", async ({ page }) => {
  const { type, read } = await signInAsMerchant(page);
  const name = uniqueName("Bowl");
  await openScreen(page, "/dashboard/products/create", "New product");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByLabel("Type", { exact: true }).selectOption({ label: type });
  await page.getByLabel("Price", { exact: true }).fill("12");
  const same = await painted("bowl.png", "#808010");
  await files(page).setInputFiles([same, { ...same, name: "again.png" }]);
  await expect(tiles(page)).toHaveCount(2);
  await words(page, 1).fill("A bowl");
  await save(page);
  await expectToast(page, `${name} created`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const made = await read(await editedId(page));
  expect(made.images.map((one: { alt: string }) => one.alt)).toEqual(["A bowl", ""]);
  expect(made.images[0].url).toBe(made.images[1].url);
  expect((await page.request.get(made.images[0].url)).status()).toBe(200);
  await page.getByRole("link", { name: "Duplicate" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New product" })).toBeVisible();
  await page.getByRole("button", { name: "Remove image 2" }).click();
  await save(page);
  await expect(page.getByRole("heading", { level: 1, name: `Copy of ${name}` })).toBeVisible();
  const copy = await read(await editedId(page));
  expect(copy.images).toMatchObject([{ alt: "A bowl", url: made.images[0].url }]);
  expect(copy.images[0].id).not.toBe(made.images[0].id);
  expect((await read(made.id)).images).toEqual(made.images);

  // An image of the library, found by its product and chosen by keyboard.
  await page.getByRole("button", { name: "Remove image 1" }).click();
  await page.getByRole("button", { name: "Media library" }).click();
  const library = page.getByRole("dialog", { name: "Media library" });
  await library.getByRole("searchbox", { name: "Search images" }).fill(`Copy of ${name}`);
  await page.keyboard.press("Enter");
  const choices = library.getByRole("list", { name: "Media library" }).getByRole("checkbox");
  await expect(choices).toHaveCount(1);
  await choices.focus();
  await page.keyboard.press("Space");
  await checkScreen(page);
  await library.getByRole("button", { name: "Add image" }).press("Enter");
  await expect(tiles(page)).toHaveCount(1);
  await save(page);
  await expect.poll(async () => (await read(copy.id)).images).toMatchObject([{ url: made.images[0].url }]);
});

test("R10 A5 C6 an upload shows its progress, and a failed one its error", async ({ page }) => {
  const { make } = await signInAsMerchant(page);
  const product = await make(uniqueName("Jug"));
  await openScreen(page, `/dashboard/products/create/${product.id}`, product.name);
  const held = Promise.withResolvers<void>();
  await page.route("**/v1/images", async (route) => {
    await held.promise;
    await route.abort();
  });
  await files(page).setInputFiles([await painted("slow.png", "#123456")]);
  await expect(page.getByRole("progressbar", { name: "Uploading slow.png" })).toBeVisible();
  await checkScreen(page);
  held.resolve();
  await expect(uploads(page).getByRole("alert")).toContainText("Couldn't reach the shop.");
  await expect(tiles(page)).toHaveCount(0);
});

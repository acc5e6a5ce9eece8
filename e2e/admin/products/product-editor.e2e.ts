import { expect, type Page } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import {
  changeProduct,
  editedId,
  expectToast,
  getProduct,
  openScreen,
  save,
  signInAsMerchant,
  uniqueName,
} from "#e2e/support/products.ts";
import { checkScreen } from "#e2e/support/screens.ts";
import { demoAdmin, fillSignIn, storedSession } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const price = (page: Page) => page.getByLabel("Price", { exact: true });
const edit = (page: Page, { id, name }: { id: number; name: string }) =>
  openScreen(page, `/dashboard/products/create/${id}`, name);
const unsaved = (page: Page) => page.getByText("Unsaved changes", { exact: true });

test("R10 A5 a product is created: its slug follows its name, errors are at their fields, the storefront sells it", async ({
  page,
}) => {
  const { type, read } = await signInAsMerchant(page);
  const name = uniqueName("Oak Größe");
  const slug = name.toLowerCase().replaceAll(" ", "-").replace("ö", "o").replace("ß", "ss");
  await openScreen(page, "/dashboard/products", "Products");
  await page.getByRole("main").getByRole("link", { name: "Add product" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New product" })).toBeVisible();
  await save(page);
  await expect(page.getByRole("alert").getByText("Fix 2 fields.")).toBeVisible();
  await expect(field(page, "Name")).toBeFocused();
  await expect(page.getByText("Name required")).toBeVisible();
  await expect(page.getByLabel("Type", { exact: true }).locator("option:checked")).toHaveText("General");
  await checkScreen(page);
  await field(page, "Name").fill(name);
  await expect(field(page, "URL handle")).toHaveValue(slug);
  await page.getByLabel("Type", { exact: true }).selectOption({ label: type });
  await price(page).fill("12,34,5");
  await expect(page.getByText("Enter an amount, such as 19.99.")).toBeVisible();
  await price(page).fill("19,9");
  await page.getByLabel("In stock").fill("8");
  await page.getByLabel("Compare-at price (optional)").fill("25");
  await page.getByRole("textbox", { name: "Description (optional)", exact: true }).click();
  await page.getByRole("button", { name: "Bold" }).click();
  await page.keyboard.type("Solid");
  await page.getByRole("button", { name: "Bold" }).click();
  await page.keyboard.type(" and quiet.");
  await page.getByRole("button", { name: "Edit HTML" }).click();
  await expect(page.getByLabel("Description (HTML)")).toHaveValue(/<strong>Solid<\/strong> and quiet\./);
  await page.getByRole("button", { name: "Edit HTML" }).click();
  await page.getByLabel("Search or create tags").fill(name);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Selected tags" }).getByText(name)).toBeVisible();
  const categories = page.getByRole("group", { name: "Categories" });
  await categories.getByRole("searchbox", { name: "Search categories" }).fill("sneak");
  await categories.getByRole("checkbox").first().check();
  await expect(page.getByRole("list", { name: "Selected categories" }).getByRole("listitem")).toHaveCount(1);
  await page.getByLabel("Page title (optional)").fill(`${name}, the best`);
  await expect(page.getByRole("figure").getByText(`${name}, the best`)).toBeVisible();
  // Held down, the keys repeat.
  const creations: string[] = [];
  page.on("request", (sent) => {
    if (sent.method() === "POST" && sent.url().endsWith("/v1/product")) creations.push(sent.url());
  });
  await page.keyboard.down("Control");
  for (let press = 0; press < 6; press++) await page.keyboard.down("s");
  await page.keyboard.up("s");
  await page.keyboard.up("Control");
  await expectToast(page, `${name} created`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  expect(creations).toHaveLength(1);
  const product = await read(await editedId(page));
  expect(product).toMatchObject({ slug, status: "active", seo: { title: `${name}, the best` } });
  expect(product.variations[0]).toMatchObject({ price_amount: 1990, compare_at_amount: 2500, on_hand: 8 });
  expect([product.category_ids.length, product.tag_ids.length]).toEqual([1, 1]);
  await page.getByRole("link", { name: "View in shop" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("€19.90").first()).toBeVisible();
  await expect(page.getByText("Solid", { exact: true })).toBeVisible();
});

test("R10 A5 options generate variations; price and stock are set for all, one is removed, the storefront shows them", async ({
  page,
}) => {
  const { make, read } = await signInAsMerchant(page);
  const product = await make(uniqueName("Rug"), {
    variations: [{ price_amount: 4900, on_hand: 3, sku: uniqueName("RUG") }],
  });
  const saved = product.variations[0];
  const [size, weave] = [uniqueName("Rug size"), uniqueName("Weave")];
  await edit(page, product);
  await page.getByRole("button", { name: "Create option" }).click();
  const dialog = page.getByRole("dialog", { name: "Create option" });
  await dialog.getByRole("button", { name: "Save option" }).click();
  await expect(dialog.getByText("Name required")).toBeVisible();
  await checkScreen(page);
  await dialog.getByLabel("Name").fill(size);
  await dialog.getByLabel("Value 1", { exact: true }).fill("Small");
  await dialog.getByLabel("Value 2", { exact: true }).fill("Large");
  await dialog.getByRole("button", { name: "Save option" }).click();
  const rows = page.getByRole("list", { name: "Variations" }).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Create option" }).click();
  await dialog.getByLabel("Name").fill(weave);
  await dialog.getByLabel("Display as").selectOption("swatch");
  await dialog.getByLabel("Value 1", { exact: true }).fill("Flat");
  await dialog.getByLabel("Value 2", { exact: true }).fill("Knotted");
  await dialog.getByRole("button", { name: "Save option" }).click();
  await expect(rows).toHaveCount(4);
  await expect(page.getByLabel("Price of Small / Flat")).toHaveValue("49.00");
  await expect(page.getByLabel("In stock of Small / Flat")).toHaveValue("3");
  await expect(page.getByLabel("In stock of Large / Knotted")).toHaveValue("0");

  const several = page.getByRole("group", { name: "Bulk edit variations" });
  await page.getByRole("checkbox", { name: "Select Large / Flat" }).check();
  await page.getByRole("checkbox", { name: "Select Large / Knotted" }).check();
  await several.getByLabel("Price for 2 selected").fill("abc");
  await several.getByRole("button", { name: "Set", exact: true }).click();
  await expect(several.getByText("Enter an amount, such as 19.99.")).toBeVisible();
  await several.getByLabel("Price for 2 selected").fill("79");
  await several.getByRole("button", { name: "Set", exact: true }).click();
  await expect(page.getByLabel("Price of Large / Flat")).toHaveValue("79");
  await expect(page.getByLabel("Price of Small / Flat")).toHaveValue("49.00");
  await several.getByRole("button", { name: "Deactivate" }).click();
  await expect(rows.filter({ hasText: "Inactive" })).toHaveCount(2);
  await several.getByRole("button", { name: "Activate", exact: true }).click();
  await page.getByRole("checkbox", { name: "Select all variations" }).check();
  await several.getByLabel("Set for all 4").selectOption("on_hand");
  await several.getByLabel("In stock for all 4").fill("6");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("In stock of Small / Knotted")).toHaveValue("6");

  await page.getByRole("button", { name: "Remove Small / Knotted" }).click();
  await expect(rows).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Remove Large / Flat" })).toBeFocused();
  await page.getByRole("dialog").filter({ hasText: "Small / Knotted" }).getByRole("button", { name: "Undo" }).click();
  await expect(rows).toHaveCount(4);
  await page.getByRole("button", { name: "Remove Small / Knotted" }).click();
  await expect(rows).toHaveCount(3);
  await checkScreen(page);
  await save(page);
  await expectToast(page, `${product.name} saved`);
  await expect(unsaved(page)).toHaveCount(0);
  const { variations } = await read(product.id);
  expect(variations.map((one: { title: string }) => one.title)).toEqual([
    "Small / Flat",
    "Large / Flat",
    "Large / Knotted",
  ]);
  expect(variations[0]).toMatchObject({ id: saved?.id, sku: saved?.sku, price_amount: 4900, on_hand: 6 });
  await page.reload();
  await expect(rows).toHaveCount(3);
  await expect(page.getByRole("group", { name: weave }).getByRole("checkbox", { name: "Knotted" })).toBeChecked();
  expect((await getProduct(page, product.slug)).variations).toHaveLength(3);
});

test("R10 A5 C7 the last variation cannot be removed, and a product without options has one", async ({ page }) => {
  const { make, option, read } = await signInAsMerchant(page);
  const group = await option(uniqueName("Finish"), ["Matt", "Gloss"]);
  const [matt, gloss] = group.values;
  const product = await make(uniqueName("Tile"), {
    variations: [
      { price_amount: 300, option_value_ids: [matt?.id] },
      { price_amount: 400, option_value_ids: [gloss?.id] },
    ],
  });
  await edit(page, product);
  const rows = page.getByRole("list", { name: "Variations" }).getByRole("listitem");
  await page.getByRole("button", { name: "Remove Gloss" }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole("button", { name: "A product must have at least one variation" })).toBeDisabled();
  await save(page);
  await expectToast(page, `${product.name} saved`);
  expect((await read(product.id)).variations.map((one: { id: number }) => one.id)).toEqual([product.variations[0]?.id]);
  await page.getByRole("button", { name: `Remove the option ${group.name}` }).click();
  await expect(price(page)).toHaveValue("3.00");
  await page.keyboard.press("Control+s");
  await expect
    .poll(async () => (await read(product.id)).variations)
    .toMatchObject([{ option_value_ids: [], price_amount: 300 }]);
});

test("R10 A5 a taken SKU or slug is reported at its field, and no input is lost", async ({ page }) => {
  const { make, option, read } = await signInAsMerchant(page);
  const taken = uniqueName("SKU");
  const other = await make(uniqueName("Other"), { variations: [{ price_amount: 100, sku: taken }] });
  const { values } = await option(uniqueName("Side"), ["Left", "Right"]);
  const product = await make(uniqueName("Glove"), {
    variations: values.map(({ id }) => ({ price_amount: 900, option_value_ids: [id] })),
  });
  await edit(page, product);
  await page.getByLabel("SKU of Left").fill("SAME");
  await page.getByLabel("SKU of Right").fill("SAME");
  await save(page);
  await expect(page.getByText("Another variation of this product uses the SKU SAME.")).toBeVisible();
  await expect(page.getByLabel("SKU of Right")).toBeFocused();
  await page.getByLabel("SKU of Right").fill(taken);
  await page.getByLabel("SKU of Left").fill("");
  await save(page);
  await expect(page.getByText(`The SKU ${taken} is used by another variation.`)).toBeVisible();
  await expect(page.getByLabel("SKU of Right")).toBeFocused();
  await checkScreen(page);
  // The barcode is in a collapsed row, which an error expands.
  await page.getByRole("button", { name: "More fields for Left" }).click();
  await page.getByLabel("Compare-at price (optional)").fill("1");
  await page.getByRole("button", { name: "More fields for Left" }).click();
  await page.getByLabel("SKU of Right").fill("");
  await save(page);
  await expect(page.getByText("The compare-at price must be higher than the price.")).toBeVisible();
  await page.getByLabel("Compare-at price (optional)").fill("");
  await field(page, "URL handle").fill(other.slug);
  await field(page, "Subtitle (optional)").fill("Keeps warm");
  await save(page);
  await expect(page.getByText("This URL handle is already in use.")).toBeVisible();
  await expect(field(page, "URL handle")).toBeFocused();
  await expect(field(page, "Subtitle (optional)")).toHaveValue("Keeps warm");
  const free = `glove-${crypto.randomUUID()}`;
  await field(page, "URL handle").fill(free);
  await expect(page.getByText("The old URL redirects to the new one.")).toBeVisible();
  await save(page);
  await expectToast(page, `${product.name} saved`);
  expect(await read(product.id)).toMatchObject({ slug: free, subtitle: "Keeps warm" });
  await page.goto(`/details/${product.slug}`);
  await expect(page).toHaveURL(new RegExp(`/details/${free}$`));
});

test("R10 A5 a conflicting edit by someone else is merged, both values are shown, and own changes can be dropped", async ({
  page,
}) => {
  const { make, read } = await signInAsMerchant(page);
  const product = await make(uniqueName("Kettle"));
  await edit(page, product);
  await changeProduct(page, product.id, (form) => ({
    ...({ name: `${product.name} II`, brand: "Theirs", subtitle: "Boils" } as object),
    variations: form.variations.map((variation) => ({ ...variation, price_amount: 1800 })),
  }));
  await field(page, "Brand (optional)").fill("Mine");
  await price(page).fill("21.50");
  await save(page);
  const notice = page.getByRole("alert").filter({ hasText: "Someone else has changed this product" });
  await expect(notice.getByText("They changed: name, subtitle, brand, variations.")).toBeVisible();
  await expect(field(page, "Name")).toHaveValue(`${product.name} II`);
  const brand = notice.getByRole("group", { name: "brand" });
  await expect(brand.getByRole("radio", { name: "Your version: Mine" })).toBeChecked();
  await brand.getByRole("radio", { name: "Their version: Theirs" }).check();
  await expect(field(page, "Brand (optional)")).toHaveValue("Theirs");
  await brand.getByRole("radio", { name: "Your version: Mine" }).check();
  await expect(field(page, "Brand (optional)")).toHaveValue("Mine");
  const priceChoice = notice.getByRole("group", { name: "price" });
  await priceChoice.getByRole("radio", { name: "Their version: 18.00" }).check();
  await expect(price(page)).toHaveValue("18.00");
  await priceChoice.getByRole("radio", { name: "Your version: 21.50" }).check();
  await expect(price(page)).toHaveValue("21.50");
  await checkScreen(page);
  await notice.getByRole("button", { name: "Discard my changes" }).click();
  await expect(field(page, "Brand (optional)")).toHaveValue("Theirs");
  await expect(unsaved(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(field(page, "Brand (optional)")).toHaveValue("Mine");
  await save(page);
  await expectToast(page, `${product.name} II saved`);
  expect(await read(product.id)).toMatchObject({ name: `${product.name} II`, brand: "Mine", subtitle: "Boils" });
  expect((await read(product.id)).variations[0].price_amount).toBe(2150);
});

for (const kind of ["saved", "new"])
  test(`R10 A5 a session that ends loses no unsaved changes of a ${kind} product`, async ({ page }) => {
    const { make, type } = await signInAsMerchant(page);
    const name = uniqueName("Jug");
    const product = kind === "saved" ? await make(name) : undefined;
    if (product) await edit(page, product);
    else await openScreen(page, "/dashboard/products/create", "New product");
    await field(page, "Name").fill(`${name} tall`);
    await field(page, "Brand (optional)").fill("Mine");
    await page.getByLabel("Type", { exact: true }).selectOption({ label: type });
    await price(page).fill("21.50");
    const [, refreshToken] = await storedSession(page);
    await page.request.post("/v1/auth/logout", { headers: { authorization: `Bearer ${refreshToken}` } });
    await save(page);
    await expect(page).toHaveURL(/\/$/);
    // Not before: the editor would load it, and so notice by itself that the session has ended.
    if (product) await changeProduct(page, product.id, () => ({ subtitle: "Theirs" }) as object);
    await page.getByRole("button", { name: "Sign in and continue" }).click();
    await fillSignIn(page, demoAdmin);
    await expectToast(page, "Your unsaved changes are restored");
    await expect(field(page, "Name")).toHaveValue(`${name} tall`);
    await expect(field(page, "Brand (optional)")).toHaveValue("Mine");
    await expect(price(page)).toHaveValue("21.50");
    await expect(unsaved(page)).toBeVisible();
    await save(page);
    await expectToast(page, product ? `${name} tall saved` : `${name} tall created`);
    const [token] = await storedSession(page);
    const { data: saved } = await callApi(page, token ?? "", "get", `/product/${await editedId(page)}`);
    expect(saved).toMatchObject({ name: `${name} tall`, brand: "Mine", subtitle: product ? "Theirs" : null });
    await openScreen(page, new URL(page.url()).pathname, `${name} tall`);
    await expect(unsaved(page)).toHaveCount(0);
  });

test("R10 A5 leaving with unsaved changes asks first; a product is duplicated, unpublished and deleted", async ({
  page,
}) => {
  const { make, read } = await signInAsMerchant(page);
  const product = await make(uniqueName("Vase"), {
    variations: [{ price_amount: 1900, on_hand: 5, sku: uniqueName("VASE") }],
  });
  await edit(page, product);
  await field(page, "Subtitle (optional)").fill("Holds flowers");
  await expect(unsaved(page)).toBeVisible();
  await page.getByRole("link", { name: "Products", exact: true }).first().click();
  const question = page.getByRole("dialog", { name: "Leave page with unsaved changes?" });
  await checkScreen(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await expect(field(page, "Subtitle (optional)")).toHaveValue("Holds flowers");
  let requested = false;
  page.once("dialog", (dialog) => {
    requested = dialog.type() === "beforeunload";
    void dialog.dismiss();
  });
  await page.evaluate(() => location.reload());
  await expect.poll(() => requested).toBe(true);
  await page.getByRole("link", { name: "Duplicate" }).click();
  await question.getByRole("button", { name: "Leave page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New product" })).toBeVisible();
  await expect(field(page, "Name")).toHaveValue(`Copy of ${product.name}`);
  await expect(price(page)).toHaveValue("19.00");
  await expect(field(page, "SKU (optional)")).toHaveValue("");
  await expect(page.getByRole("radio", { name: "Draft" })).toBeChecked();
  await page.getByRole("radio", { name: "Archived" }).check();
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("heading", { level: 1, name: `Copy of ${product.name}` })).toBeVisible();
  const copy = await read(await editedId(page));
  expect(copy).toMatchObject({ status: "archived", subtitle: null });
  expect((await read(product.id)).subtitle).toBeNull();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete product" }).click();
  await expectToast(page, `Copy of ${product.name} deleted`);
  await expect(page.getByRole("heading", { level: 1, name: "Products" })).toBeVisible();
  await page.goto(`/dashboard/products/create/${copy.id}`);
  await expect(page.getByRole("heading", { name: "Product not found" })).toBeVisible();
  await checkScreen(page);
});

import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { clearCategories, signInToCategories } from "#e2e/support/categories.ts";
import { checkScreen, checkScreenAtEachWidth } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });
test.afterEach(({ page }) => clearCategories(page));

const drop = (page: Page, name: string, content: string | Buffer) =>
  page
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content as string) });
const figure = (page: Page, label: string) =>
  page.getByText(label, { exact: true }).locator("..").getByRole("definition");

async function undoImport(page: Page) {
  await page.getByRole("button", { name: "Undo import" }).click();
  const question = page.getByRole("dialog", { name: "Undo this import?" });
  await expect(question).toContainText("New categories");
  await question.getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByText("Import undone")).toBeVisible();
}

test("R10 A4 C8 categories are imported from a file: preview, import, and bad rows as a file", async ({ page }) => {
  const { ask } = await signInToCategories(page);
  const top = `Test ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto("/dashboard/category");
  await page.getByRole("link", { name: "Import…" }).click();
  await expect(page.getByRole("heading", { name: "Import categories", level: 1 })).toBeVisible();
  await checkScreenAtEachWidth(page);
  const rows = [top, `${top} > Lamps of ${top}`, `${top} > Rugs of ${top}`].map((path) => `${path},,blue,true`);
  const bad = `${top} > Sofas of ${top},,red,perhaps`;
  await drop(page, "shelves.csv", ["path,name,colour,is_active", ...rows, bad].join("\n"));
  await expect(page).toHaveURL(/\/dashboard\/category\/import\?job=/);
  await expect(page.getByText("Review the changes before you import:")).toBeVisible();
  await expect(figure(page, "Rows")).toHaveText("4");
  await expect(figure(page, "New")).toHaveText("3");
  await expect(figure(page, "Not importable")).toHaveText("1");
  const badRows = page.getByRole("table", { name: "Rows with errors" }).getByRole("row");
  await expect(badRows).toHaveCount(2);
  await expect(badRows.nth(1)).toHaveText(/^5is_active.*true or false/);
  await expect(page.getByRole("listitem").filter({ hasText: /^colour$/ })).toBeVisible();
  expect((await ask("get", "/categories/admin")).some(({ name }: { name: string }) => name === top)).toBe(false);
  await checkScreenAtEachWidth(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download rows with errors" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("shelves-errors.csv");
  expect(await readFile(await file.path(), "utf8")).toContain(`Sofas of ${top}`);
  await page.reload();
  await page.getByRole("button", { name: "Import 3 categories" }).click();
  await expect(page.getByText("Import complete", { exact: true })).toBeVisible();
  await expect(figure(page, "Created")).toHaveText("3");
  await checkScreenAtEachWidth(page);
  await page.getByRole("link", { name: "View categories" }).click();
  await page.getByRole("button", { name: `Subcategories of ${top}`, exact: true }).click();
  await expect(page.getByRole("list", { name: `Subcategories of ${top}` }).getByRole("link")).toHaveText([
    `Lamps of ${top}`,
    `Rugs of ${top}`,
  ]);
  await page.goBack();
  await undoImport(page);
  await expect(page.getByText("3 categories undone.")).toBeVisible();
  await checkScreen(page);
  expect((await ask("get", "/categories/admin")).some(({ name }: { name: string }) => name === top)).toBe(false);
});

test("R10 A4 C8 importing the same file again changes nothing, and recent imports are listed", async ({ page }) => {
  await signInToCategories(page);
  const top = `Test ${crypto.randomUUID().slice(0, 8)}`;
  const content = JSON.stringify([{ id: top, name: top, path: [{ id: top, name: top }] }]);
  await page.goto("/dashboard/category/import");
  await drop(page, `${top}.json`, content);
  await page.getByRole("button", { name: "Import 1 category" }).click();
  await expect(page.getByText("Import complete", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Import another file" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: `${top}.json` })).toContainText("Completed");
  await checkScreen(page);
  await drop(page, `${top}.json`, content);
  await expect(page.getByText("There's nothing to import.")).toBeVisible();
  await expect(figure(page, "Unchanged")).toHaveText("1");
  await checkScreen(page);
});

test("R10 A4 A5 an unusable file is refused with a message, and another can be chosen", async ({ page }) => {
  await signInToCategories(page);
  await page.goto("/dashboard/category/import");
  await drop(page, "picture.csv", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));
  await expect(page.getByRole("alert")).toContainText("Save it as CSV");
  await checkScreen(page);
  await drop(page, "nothing.csv", "colour,size\nred,1\n");
  await expect(page.getByRole("alert")).toContainText("The file is missing the columns path, name.");
  await checkScreen(page);
  await page.getByRole("link", { name: "Import another file" }).click();
  await drop(page, "orphans.csv", "path\nnowhere/at/all\n");
  await expect(page.getByText("No rows in this file can be imported.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Import/ })).toHaveCount(0);
  await page.goto("/dashboard/category/import?job=01890000-0000-7000-8000-000000000000");
  await expect(page.getByRole("heading", { name: "Import not found" })).toBeVisible();
  await checkScreen(page);
});

test("R10 A5 C5 products are imported from Shopify's CSV: recognized prices, progress, products", async ({ page }) => {
  const { ask } = await signInToCategories(page);
  const handle = `import-${crypto.randomUUID().slice(0, 8)}`;
  const head = "Handle,Title,Vendor,Status,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty";
  const rows = [
    `${handle},Stool ${handle},Kiosk,draft,Colour,Oak,${handle}-o,"1.299,00",4`,
    `${handle},,,,,Ash,${handle}-a,"1.399,00",2`,
    `${handle}-bad,No price,Kiosk,draft,Colour,Oak,${handle}-n,cheap,1`,
  ];
  await page.goto("/dashboard/products/import");
  await expect(page.getByRole("heading", { name: "Import products", level: 1 })).toBeVisible();
  await checkScreen(page);
  await drop(page, "products.csv", [head, ...rows].join("\n"));
  await expect(figure(page, "New")).toHaveText("1");
  await expect(page.getByRole("table", { name: "Rows with errors" })).toContainText("Variant Price");
  await expect(page.getByRole("table", { name: "Prices as they were read" })).toContainText("1299");
  await checkScreen(page);

  let isHeld = true;
  await page.route(/\/v1\/imports\/[^/]+$/, async (route) => {
    const answer = await route.fetch();
    if (!isHeld) return route.fulfill({ response: answer });
    const { data } = await answer.json();
    await route.fulfill({ response: answer, json: { data: { ...data, status: "running", progress: 0.4 } } });
  });
  await page.getByRole("button", { name: "Import 1 product" }).click();
  await expect(page.getByRole("progressbar", { name: "Importing" })).toHaveAttribute("aria-valuenow", "40");
  await checkScreen(page);
  isHeld = false;
  await expect(page.getByText("Import complete", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "View products" })).toHaveAttribute("href", "/dashboard/products");
  const [made] = await ask("get", `/product/admin?name=${handle}`);
  expect(made).toMatchObject({ name: `Stool ${handle}` });
  await checkScreenAtEachWidth(page);
  await undoImport(page);
  await expect(page.getByText("1 product undone.")).toBeVisible();
  await checkScreen(page);
  expect(await ask("get", `/product/admin?name=${handle}`)).toEqual([]);
});

test("R10 A5 C5 a slow import shows its progress and then its result", async ({ page }) => {
  await signInToCategories(page);
  const late = (answer: { data: object }) => ({ ...answer, data: { ...answer.data, status: "pending" } });
  const calls = /\/v1\/(imports\/[^/]+|product\/admin\/upload)$/;
  let isLate = true;
  await page.route(calls, async (route) => {
    const response = await route.fetch();
    await route.fulfill(isLate ? { response, json: late(await response.json()) } : { response });
  });
  await page.goto("/dashboard/products/import");
  await drop(page, "late.csv", "Handle,Title,Variant Price\nlate-lamp,Late lamp,9.50\n");
  await expect(page.getByText("Checking file…")).toBeVisible();
  await checkScreen(page);
  isLate = false;
  await expect(page.getByRole("button", { name: "Import 1 product" })).toBeVisible();
});

test("A4 C8 an import started in another tab is not started twice, and shows its progress", async ({ page }) => {
  const { ask } = await signInToCategories(page);
  const top = `Test ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto("/dashboard/category/import");
  await drop(page, "once.csv", `path,name\n${top},${top}\n`);
  const begin = page.getByRole("button", { name: "Import 1 category" });
  await expect(begin).toBeVisible();
  const id = new URL(page.url()).searchParams.get("job");
  await ask("post", `/imports/${id}/confirm`);
  await begin.click();
  await expect(page.getByText("Import complete", { exact: true })).toBeVisible();
  const made = (await ask("get", "/categories/admin")).filter(({ name }: { name: string }) => name === top);
  expect(made).toHaveLength(1);
});

test("R10 A5 any table is imported by choosing its columns, and read again with another encoding", async ({ page }) => {
  const { ask } = await signInToCategories(page);
  const code = crypto.randomUUID().slice(0, 8);
  // "Č" in Windows-1250 is "È" in Windows-1252.
  const rows = Buffer.from(`Code;Bezeichnung;Betrag\nM-${code};\u00c8aj ${code};4,50\n`, "latin1");
  await page.goto("/dashboard/products/import");
  await drop(page, "sortiment.csv", rows);
  await expect(page.getByText("Needs columns")).toBeVisible();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Bezeichnung");
  await expect(page.getByLabel("SKU", { exact: true })).toHaveValue("Code");
  await page.getByLabel("Price", { exact: true }).selectOption("Betrag");
  await checkScreenAtEachWidth(page);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("button", { name: "Import 1 product" })).toBeVisible();
  const sample = page.getByRole("table", { name: "First rows" });
  await expect(sample).toContainText("Èaj");
  await page.getByLabel("Encoding").selectOption("windows-1250");
  await expect(sample).toContainText("Čaj");
  await page.getByRole("button", { name: "Reload with this encoding" }).click();
  await expect(page.getByText("Table, Windows-1250, separated by semicolons")).toBeVisible();
  await checkScreenAtEachWidth(page);
  await page.getByRole("button", { name: "Import 1 product" }).click();
  await expect(page.getByText("Import complete", { exact: true })).toBeVisible();
  const [made] = await ask("get", `/product/admin?name=${code}`);
  expect(made).toMatchObject({ name: `Čaj ${code}` });
  const address = await page.request.get(`/products/Tea-${code}`, { maxRedirects: 0 });
  expect([address.status(), address.headers().location]).toEqual([301, `/details/tea-${code}`]);
  await ask("delete", `/product/${made.id}`);

  await page.getByRole("link", { name: "Import another file" }).click();
  await drop(page, "sortiment.csv", rows);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Nothing was imported.")).toBeVisible();
  await checkScreen(page);
});

test("R10 A5 C5 images that could not be fetched are shown with their reason, in report, list and editor", async ({
  page,
}) => {
  const { ask } = await signInToCategories(page);
  const handle = `image-${crypto.randomUUID().slice(0, 8)}`;
  const rows = [
    "Handle,Title,Variant Price,Image Src,Status",
    `${handle},Vase ${handle},9,http://127.0.0.1/a.png,active`,
  ];
  await page.goto("/dashboard/products/import");
  await drop(page, "images.csv", rows.join("\n"));
  await page.getByRole("button", { name: "Import 1 product" }).click();
  await expect(page.getByText("0 of 1 image downloaded")).toBeVisible();
  await expect(page.getByText("1 active product has no image")).toBeVisible();
  const failed = page.getByRole("table", { name: "Failed images" });
  await expect(failed).toContainText("This URL isn't on the public internet.");
  await expect(page.getByRole("button", { name: "Retry 1 failed image" })).toBeVisible();
  await checkScreenAtEachWidth(page);
  const [made] = await ask("get", `/product/admin?name=${handle}`);
  await page.goto(`/dashboard/products?name=${handle}`);
  await expect(page.getByRole("row", { name: `Vase ${handle}` })).toContainText("No image");
  await page.goto(`/dashboard/products/create/${made.id}`);
  const notice = page.getByRole("status").filter({ hasText: "0 of 1 image downloaded" });
  await expect(notice).toContainText("This URL isn't on the public internet.");
  await notice.getByRole("button", { name: "Retry" }).click();
  await expect(notice).toContainText("0 of 1 image downloaded");
  await checkScreenAtEachWidth(page);
  await ask("delete", `/product/${made.id}`);
});

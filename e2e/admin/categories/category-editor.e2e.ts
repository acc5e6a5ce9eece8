import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { clearCategories, type MadeCategory, signInToCategories } from "#e2e/support/categories.ts";
import { checkScreen, holdCalls } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test.afterEach(({ page }) => clearCategories(page));

const field = (page: Page, name: string) => page.getByRole("textbox", { name: new RegExp(`^${name}`) });

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

const unique = () => `Test ${crypto.randomUUID().slice(0, 8)}`;

async function openForm(page: Page, { id, name }: Pick<MadeCategory, "id" | "name">) {
  await page.goto(`/dashboard/category/create/${id}`);
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}

test("R10 A4 C8 a category is added below another: its slug follows the name, errors are at their fields", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { ask, makeTop } = await signInToCategories(page);
  const { top } = await makeTop();
  await page.goto(`/dashboard/category/create?parent=${top.id}`);
  await expect(page.getByRole("heading", { name: "Add category", level: 1 })).toBeVisible();
  await expect(page.getByRole("form", { name: "Category" })).toContainText(`Below ${top.name}`);
  const add = page.getByRole("button", { name: "Add category" });
  await add.click();
  await expect(field(page, "Name")).toHaveAccessibleDescription(/Name required/);
  await expect(field(page, "Name")).toBeFocused();
  await checkScreen(page);
  await field(page, "Name").fill("Stühle & Bänke");
  await expect(field(page, "URL handle")).toHaveValue("stuhle-banke");
  await expect(page.getByText(`/products?category=${top.path}/stuhle-banke`)).toBeVisible();
  await field(page, "URL handle").fill("Seats");
  await field(page, "Name").fill(`Chairs of ${top.name}`);
  await expect(field(page, "URL handle")).toHaveValue("Seats");
  await field(page, "Description").fill("To sit on.");
  await page.getByRole("radio", { name: /^Hidden/ }).check();
  await add.click();
  await expect(page).toHaveURL(/\/dashboard\/category$/);
  await expect(page.getByRole("link", { name: `Chairs of ${top.name}`, exact: true })).toBeFocused();
  const [made] = await ask("get", `/categories/admin?parent=${top.path}`);
  expect(made).toMatchObject({ slug: "seats", is_active: false });
  expect(await ask("get", `/categories/${made.id}`)).toMatchObject({ description: "To sit on." });
});

test("R10 A4 C8 a taken slug is reported at its field, and no input is lost", async ({ page }) => {
  const { make, makeTop, ask } = await signInToCategories(page);
  const { top } = await makeTop();
  await make(`Chairs of ${top.name}`, { parent_id: top.id, slug: "chairs" });
  await page.goto(`/dashboard/category/create?parent=${top.id}`);
  await field(page, "Name").fill("Seats");
  await field(page, "URL handle").fill("chairs");
  await field(page, "Description").fill("To sit on.");
  await page.keyboard.press("Control+s");
  await expect(field(page, "URL handle")).toHaveAccessibleDescription(
    /Another category at this level uses this URL handle/,
  );
  await expect(field(page, "URL handle")).toBeFocused();
  await expect(field(page, "Description")).toHaveValue("To sit on.");
  await checkScreen(page);
  // An empty slug becomes a free one.
  await field(page, "Name").fill("Chairs");
  await field(page, "URL handle").fill("");
  await page.keyboard.press("Control+s");
  await expect(page).toHaveURL(/\/dashboard\/category$/);
  const level: MadeCategory[] = await ask("get", `/categories/admin?parent=${top.path}`);
  expect(level.map(({ slug }) => slug)).toEqual(["chairs", "chairs-2"]);
  for (const { id, version } of level.slice(1))
    await ask("put", `/categories/${id}`, { name: `Chairs 2 of ${top.name}`, version });
});

test("R10 A4 rules put matching products into a category: they are previewed, saved and edited again", async ({
  page,
}) => {
  const { ask, makeTop } = await signInToCategories(page);
  const { top } = await makeTop();
  await openForm(page, top);
  const rules = page.getByRole("region", { name: "Rules" });
  const condition = (at: number) => rules.getByRole("listitem", { name: `Condition ${at}`, exact: true });
  const add = rules.getByRole("button", { name: "Add condition" });
  await add.click();
  await expect(rules.getByText("Complete the conditions")).toBeVisible();
  await save(page).click();
  await expect(condition(1).getByLabel("Value")).toHaveAccessibleDescription(/Select a tag/);
  await condition(1).getByLabel("Field").selectOption("Price");
  await condition(1).getByLabel("Value").fill("50");
  const matching = rules.getByText(/^\d+ products? match(es)?$/);
  await expect(matching).toBeVisible();
  await expect(rules.getByRole("list", { name: "First products that match" }).getByRole("link").first()).toBeVisible();
  await checkScreen(page);
  const count = Number.parseInt((await matching.textContent()) ?? "", 10);
  const release = await holdCalls(page, `**/v1/categories/${top.id}`);
  await save(page).click();
  await expect(rules.getByText(/^Updating \d+ products?…$/)).toBeVisible();
  await release();
  await expect(page.getByText("Category saved")).toBeVisible();
  const saved = await ask("get", `/categories/${top.id}`);
  expect(saved).toMatchObject({
    product_count: count,
    rules: { match: "all", conditions: [{ field: "price", op: "less_than", value: 5000 }] },
  });
  await add.click();
  await condition(2).getByLabel("Field").selectOption("Stock");
  await rules.getByRole("radio", { name: "Any condition" }).check({ force: true });
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Category saved").first()).toBeVisible();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  await page.reload();
  await expect(condition(1).getByLabel("Value")).toHaveValue("50.00");
  await expect(condition(2).getByLabel("Value")).toHaveValue("in_stock");
  await rules.getByRole("list", { name: "First products that match" }).getByRole("link").first().click();
  await page.getByText("By rules:").locator("..").getByRole("link", { name: top.name }).click();
  await condition(2).getByRole("button", { name: "Remove condition 2" }).click();
  await condition(1).getByRole("button", { name: "Remove condition 1" }).click();
  await save(page).click();
  await expect.poll(async () => (await ask("get", `/categories/${top.id}`)).rules).toBeNull();
});

test("R10 A4 C8 a renamed and moved category redirects its old address", async ({ page }) => {
  const { makeTop } = await signInToCategories(page);
  const { top, below } = await makeTop("Alpha", "Beta");
  const [alpha, beta] = below as [MadeCategory, MadeCategory];
  await openForm(page, alpha);
  await field(page, "Name").fill(`Seats of ${top.name}`);
  await expect(field(page, "URL handle")).toHaveValue(alpha.slug);
  await page.getByRole("button", { name: "Create from name" }).click();
  await expect(page.getByText(`the old URL ${alpha.path} redirects to the new one`)).toBeVisible();
  await page.getByRole("button", { name: "Move…" }).click();
  const places = dialog(page, "Move category");
  await expect(places.getByRole("radio", { name: new RegExp(`^${alpha.name}`) })).toHaveCount(0);
  await checkScreen(page);
  await places.getByRole("searchbox", { name: "Search categories" }).fill(beta.name);
  await places.getByRole("radio", { name: new RegExp(`^${beta.name}`) }).check();
  await places.getByRole("button", { name: "Choose" }).click();
  await expect(page.getByRole("button", { name: "Move…" })).toBeFocused();
  await save(page).click();
  await expect(page.getByText("The old URL redirects to the new one.")).toBeVisible();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  const crumbs = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("listitem");
  await expect(crumbs).toHaveText(["Categories", top.name, beta.name, `Seats of ${top.name}`]);
  const slug = `seats-of-${top.slug}`;
  await page.goto(`/products?category=${alpha.path}`);
  await expect(page).toHaveURL(
    new RegExp(`category=${beta.path}/${slug}|category=${encodeURIComponent(beta.path)}%2F${slug}`),
  );
});

test("A4 C8 a change that has become impossible is reported at its section", async ({ page }) => {
  const { ask, makeTop } = await signInToCategories(page);
  const { below } = await makeTop("Alpha", "Beta");
  const [alpha, beta] = below as [MadeCategory, MadeCategory];
  await openForm(page, alpha);
  await page.getByRole("button", { name: "Move…" }).click();
  const places = dialog(page, "Move category");
  await places.getByRole("searchbox", { name: "Search categories" }).fill(beta.name);
  await places.getByRole("radio", { name: new RegExp(`^${beta.name}`) }).check();
  await places.getByRole("button", { name: "Choose" }).click();
  await ask("post", `/categories/${beta.id}/move`, { parent_id: alpha.id, position: 0 });
  await save(page).click();
  await expect(
    page.getByRole("alert").getByText(/can't be moved into itself or one of its subcategories/),
  ).toBeVisible();
  await checkScreen(page);
});

test("R10 A4 C8 a conflicting edit is merged or chosen from, and no input is lost; leaving with unsaved changes asks first", async ({
  page,
}) => {
  const { ask, makeTop } = await signInToCategories(page);
  const { top } = await makeTop();
  await openForm(page, top);
  await field(page, "Name").fill(`Mine of ${top.name}`);
  await ask("put", `/categories/${top.id}`, {
    name: `Theirs of ${top.name}`,
    slug: top.slug,
    description: "Theirs, too",
    version: top.version,
  });
  await save(page).click();
  const conflict = page.getByRole("alert").filter({ hasText: "Someone else has changed this category" });
  await expect(conflict.getByRole("listitem")).toHaveText([new RegExp(`^Name: Theirs of ${top.name}`)]);
  await expect(field(page, "Name")).toHaveValue(`Mine of ${top.name}`);
  await expect(field(page, "Description")).toHaveValue("Theirs, too");
  await checkScreen(page);
  await conflict.getByRole("button", { name: "Use theirs for Name" }).click();
  await expect(field(page, "Name")).toHaveValue(`Theirs of ${top.name}`);
  await field(page, "Name").fill(`Mine of ${top.name}`);
  await save(page).click();
  await expect(page.getByText("Category saved")).toBeVisible();
  await expect(conflict).toHaveCount(0);
  expect(await ask("get", `/categories/${top.id}`)).toMatchObject({
    name: `Mine of ${top.name}`,
    description: "Theirs, too",
  });

  await field(page, "Name").fill("Half a thought");
  await expect(page.getByText("Unsaved changes").filter({ visible: true })).toBeVisible();
  const categories = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Categories" });
  await categories.click();
  const question = dialog(page, "Leave page with unsaved changes?");
  await checkScreen(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(field(page, "Name")).toHaveValue("Half a thought");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(field(page, "Name")).toHaveValue(`Mine of ${top.name}`);
  await field(page, "Name").fill("Another thought");
  await expect(page.getByText("Unsaved changes").filter({ visible: true })).toBeVisible();
  const requested = page.waitForEvent("dialog");
  const closing = page.close({ runBeforeUnload: true });
  const browserAsks = await requested;
  expect(browserAsks.type()).toBe("beforeunload");
  await browserAsks.dismiss();
  await closing;
  await categories.click();
  await question.getByRole("button", { name: "Leave page" }).click();
  await expect(page).toHaveURL(/\/dashboard\/category$/);
});

test("R10 A4 C6 an invalid image is refused, a valid one shows progress, is saved and removed", async ({ page }) => {
  const { ask, makeTop } = await signInToCategories(page);
  const { top } = await makeTop();
  await openForm(page, top);
  const file = page.locator("input[type=file]");
  await file.setInputFiles({ name: "bad.png", mimeType: "image/png", buffer: Buffer.from("no image") });
  const group = page.getByRole("group", { name: "Image" });
  await expect(page.getByRole("alert").filter({ hasText: /.+/ })).toBeVisible();
  await checkScreen(page);
  const buffer = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#17594a" } })
    .png()
    .toBuffer();
  await file.setInputFiles({ name: "good.png", mimeType: "image/png", buffer });
  await expect(group.getByRole("img", { name: "Category image" })).toBeVisible();
  await save(page).click();
  await expect(page.getByText("Category saved")).toBeVisible();
  expect((await ask("get", `/categories/${top.id}`)).image).toMatchObject({ width: 300 });
  await checkScreen(page);
  await page.getByRole("button", { name: "Remove image" }).click();
  await expect(group.getByRole("button", { name: "Select an image" })).toBeFocused();
  await save(page).click();
  await expect.poll(async () => (await ask("get", `/categories/${top.id}`)).image).toBeNull();
});

test("R10 A4 a hidden category is marked in the tree with its children, and is not in the storefront", async ({
  page,
}) => {
  const { make, makeTop } = await signInToCategories(page);
  const { top, below } = await makeTop("Alpha");
  const [alpha] = below as [MadeCategory];
  await make(`Deeper of ${top.name}`, { parent_id: alpha.id });
  await openForm(page, alpha);
  await expect(page.getByRole("link", { name: /View in shop/ })).toHaveAttribute(
    "href",
    `/products?category=${encodeURIComponent(alpha.path)}`,
  );
  await page.getByRole("radio", { name: /^Hidden/ }).check();
  await save(page).click();
  await expect(page.getByRole("link", { name: /View in shop/ })).toHaveCount(0);
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Categories" }).click();
  for (const category of [top, alpha])
    await page.getByRole("button", { name: `Subcategories of ${category.name}`, exact: true }).click();
  const list = page.getByRole("list", { name: `Subcategories of ${top.name}` });
  await expect(list.getByText("Hidden", { exact: true })).toHaveCount(1);
  await expect(list.getByText("Hidden by parent")).toHaveCount(1);
  const { data } = await (await page.request.get(`/v1/categories?parent=${top.path}`)).json();
  expect(data).toEqual([]);
});

test("R10 A4 a category that loads, fails to load or is unknown; an empty one is deleted from its own page", async ({
  page,
}) => {
  const { make } = await signInToCategories(page);
  const empty = await make(unique());
  for (const id of ["999999", "shoes"]) {
    await page.goto(`/dashboard/category/create/${id}`);
    await expect(page.getByRole("heading", { name: "Category not found" })).toBeVisible();
  }
  await checkScreen(page);
  const calls = `**/v1/categories/${empty.id}`;
  const release = await holdCalls(page, calls);
  await page.goto(`/dashboard/category/create/${empty.id}`);
  await expect(page.getByText("Loading category")).toBeAttached();
  await checkScreen(page);
  await release();
  await expect(field(page, "Name")).toHaveValue(empty.name);
  await page.route(calls, (route) => route.fulfill({ status: 403, json: { message: "Not now." } }));
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("Not now.");
  await checkScreen(page);
  await page.unroute(calls);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(field(page, "Name")).toHaveValue(empty.name);
  await page.getByRole("button", { name: "Delete category…" }).click();
  await expect(page).toHaveURL(/\/dashboard\/category$/);
  await expect(page.getByText(`“${empty.name}” deleted`)).toBeVisible();
  await expect(page.getByRole("link", { name: empty.name, exact: true })).toHaveCount(0);
});

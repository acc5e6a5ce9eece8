import { expect, type Page } from "@playwright/test";
import { clearCategories, type MadeCategory, signInToCategories } from "#e2e/support/categories.ts";
import { checkScreen } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test.afterEach(({ page }) => clearCategories(page));

const row = (page: Page, { id }: MadeCategory) => page.locator(`[data-row="${id}"]`);

const nameOf = (page: Page, category: MadeCategory) =>
  row(page, category).getByRole("link", { name: category.name, exact: true });

const opener = (page: Page, { name }: MadeCategory) =>
  page.getByRole("button", { name: `Subcategories of ${name}`, exact: true });

const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

async function openTree(page: Page, ...opened: MadeCategory[]) {
  await page.goto("/dashboard/category");
  await expect(page.getByRole("list", { name: "Categories" })).toBeVisible();
  for (const category of opened) await opener(page, category).click();
}

async function openMenu(page: Page, { name }: MadeCategory) {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  const menu = dialog(page, `Actions for ${name}`);
  await expect(menu).toBeVisible();
  return menu;
}

const inOrder = (page: Page, top: MadeCategory) => page.getByRole("list", { name: `Subcategories of ${top.name}` });

test("R10 A4 a found category is shown in the tree; an empty one is deleted at once, the focus moves on, and undo restores it", async ({
  page,
}) => {
  const { makeTop, namesBelow } = await signInToCategories(page);
  const { top, below } = await makeTop("Alpha", "Beta", "Gamma");
  const [alpha, beta, gamma] = below as [MadeCategory, MadeCategory, MadeCategory];
  await page.goto(`/dashboard/category?name=${encodeURIComponent(alpha.name)}`);
  await (await openMenu(page, alpha)).getByRole("button", { name: "Show in tree" }).click();
  await expect(page).toHaveURL(/\/dashboard\/category$/);
  await expect(opener(page, top)).toHaveAttribute("aria-expanded", "true");
  await expect(nameOf(page, alpha)).toBeFocused();
  await (await openMenu(page, beta)).getByRole("button", { name: "Delete…" }).click();
  await expect(inOrder(page, top).getByRole("link")).toHaveText([alpha.name, gamma.name]);
  await expect(nameOf(page, gamma)).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(inOrder(page, top).getByRole("link")).toHaveText([alpha.name, beta.name, gamma.name]);
  expect(await namesBelow(top)).toEqual([alpha.name, beta.name, gamma.name]);
});

test("R10 A4 the tree by keyboard: walk, expand, collapse, and move a category among its siblings", async ({
  page,
}) => {
  const { makeTop, namesBelow } = await signInToCategories(page);
  const { top, below } = await makeTop("Alpha", "Beta", "Gamma");
  const [alpha, beta, gamma] = below as [MadeCategory, MadeCategory, MadeCategory];
  await openTree(page);
  await nameOf(page, top).focus();
  await page.keyboard.press("ArrowRight");
  await expect(opener(page, top)).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowRight");
  await expect(nameOf(page, alpha)).toBeFocused();
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Alt+ArrowDown");
  await expect(inOrder(page, top).getByRole("link")).toHaveText([beta.name, gamma.name, alpha.name]);
  await expect(nameOf(page, alpha)).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: `${alpha.name} moved to position 3 of 3` })).toBeAttached();
  await expect.poll(() => namesBelow(top)).toEqual([beta.name, gamma.name, alpha.name]);
  await page.keyboard.press("ArrowUp");
  await expect(nameOf(page, gamma)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(nameOf(page, top)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(inOrder(page, top)).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await row(page, beta).hover();
  const down = page.getByRole("button", { name: `Move ${beta.name} down`, exact: true });
  await down.click();
  await expect(inOrder(page, top).getByRole("link")).toHaveText([gamma.name, beta.name, alpha.name]);
  await expect(down).toBeFocused();
  await page.getByRole("button", { name: `Move ${alpha.name} up`, exact: true }).click();
  await expect.poll(() => namesBelow(top)).toEqual([gamma.name, alpha.name, beta.name]);
});

test("R10 A4 C8 moving a category in the dialog redirects its old address and focuses it", async ({ page }) => {
  const { makeTop } = await signInToCategories(page);
  const { top, below } = await makeTop("Alpha", "Beta");
  const [alpha, beta] = below as [MadeCategory, MadeCategory];
  await openTree(page, top);
  await (await openMenu(page, alpha)).getByRole("button", { name: "Move…" }).click();
  const move = dialog(page, `Move “${alpha.name}”`);
  await expect(move.getByRole("radio", { name: new RegExp(top.name) }).first()).toBeChecked();
  await expect(move.getByRole("radio", { name: new RegExp(`^${alpha.name}`) })).toHaveCount(0);
  await move.getByRole("button", { name: "Move", exact: true }).click();
  await expect(move.getByRole("group", { name: "Move category" })).toHaveAccessibleDescription(/is already there/);
  await checkScreen(page);
  await move.getByRole("searchbox", { name: "Search categories" }).fill(beta.name);
  await move.getByRole("radio", { name: new RegExp(`^${beta.name}`) }).check();
  await move.getByRole("button", { name: "Move", exact: true }).click();
  await expect(move).toBeHidden();
  await expect(inOrder(page, beta).getByRole("link")).toHaveText([alpha.name]);
  await expect(nameOf(page, alpha)).toBeFocused();
  const { redirect_to } = await (await page.request.get(`/v1/product?category=${alpha.path}`)).json();
  expect(redirect_to).toBe(`${beta.path}/${alpha.slug}`);
});

test("R10 A4 dragging moves a category into another, undoes, reorders, and never moves it into itself", async ({
  page,
}) => {
  const { makeTop, namesBelow } = await signInToCategories(page);
  const { top, below } = await makeTop("Alpha", "Beta", "Gamma");
  const [alpha, beta, gamma] = below as [MadeCategory, MadeCategory, MadeCategory];
  await openTree(page, top);
  const drag = async (from: MadeCategory, to: MadeCategory, part: number) => {
    await row(page, to).scrollIntoViewIfNeeded();
    await row(page, from).hover();
    await row(page, from).locator("[data-grip]").hover();
    await page.mouse.down();
    const box = await row(page, to).boundingBox();
    if (!box) throw new Error("The row is not there.");
    await page.mouse.move(box.x + 200, box.y + box.height * part, { steps: 6 });
  };
  await drag(gamma, alpha, 0.5);
  await expect(row(page, alpha)).toHaveAttribute("data-drop", "below");
  await page.mouse.up();
  await expect(inOrder(page, alpha).getByRole("link")).toHaveText([gamma.name]);
  await expect.poll(() => namesBelow(top)).toEqual([alpha.name, beta.name]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => namesBelow(top)).toEqual([alpha.name, beta.name, gamma.name]);
  await drag(gamma, alpha, 0.1);
  await expect(row(page, alpha)).toHaveAttribute("data-drop", "before");
  await page.mouse.up();
  await expect.poll(() => namesBelow(top)).toEqual([gamma.name, alpha.name, beta.name]);
  await drag(top, alpha, 0.5);
  await expect(row(page, top)).toHaveCSS("opacity", "0.5");
  await expect(page.locator("[data-drop]")).toHaveCount(0);
  await page.mouse.up();
  await drag(beta, alpha, 0.5);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(page.locator("[data-drop]")).toHaveCount(0);
  expect(await namesBelow(top)).toEqual([gamma.name, alpha.name, beta.name]);
});

test("A4 C8 a move that has become impossible is refused with a message, and the tree is refreshed", async ({
  page,
}) => {
  const { ask, makeTop } = await signInToCategories(page);
  const { top, below } = await makeTop("Alpha", "Beta", "Gamma");
  const [alpha, beta, gamma] = below as [MadeCategory, MadeCategory, MadeCategory];
  await openTree(page, top);
  await (await openMenu(page, alpha)).getByRole("button", { name: "Move…" }).click();
  const move = dialog(page, `Move “${alpha.name}”`);
  await move.getByRole("searchbox", { name: "Search categories" }).fill(beta.name);
  await move.getByRole("radio", { name: new RegExp(`^${beta.name}`) }).check();
  await ask("post", `/categories/${beta.id}/move`, { parent_id: alpha.id, position: 0 });
  await move.getByRole("button", { name: "Move", exact: true }).click();
  await expect(move.getByRole("alert")).toContainText(
    "A category can't be moved into itself or one of its subcategories.",
  );
  await checkScreen(page);
  await page.keyboard.press("Escape");
  await opener(page, alpha).click();
  await expect(inOrder(page, alpha).getByRole("link")).toHaveText([beta.name]);

  await ask("put", `/categories/${gamma.id}`, { name: `Renamed of ${top.name}`, version: gamma.version });
  await page.getByRole("button", { name: `Move ${gamma.name} up`, exact: true }).click();
  await expect(page.getByText(`Couldn't move “${gamma.name}”`)).toBeVisible();
  await expect(page.getByText(/Someone else has changed this/)).toBeVisible();
  await expect(inOrder(page, top).getByRole("link", { name: `Renamed of ${top.name}` })).toBeVisible();
});

test("R10 A4 C8 deleting a category with products offers to move or detach them; its subcategories move up one level", async ({
  page,
}) => {
  const { ask, fill, make, makeTop } = await signInToCategories(page);
  const { top, below } = await makeTop("Alpha", "Beta", "Gamma");
  const [alpha, beta, gamma] = below as [MadeCategory, MadeCategory, MadeCategory];
  const { data } = await (await page.request.get("/v1/product?per_page=1")).json();
  const productId = await fill(alpha, data[0].slug);
  const deeper = await make(`Deeper of ${top.name}`, { parent_id: gamma.id });
  const placed = async () => (await ask("get", `/product/${productId}`)).category_ids as number[];
  await openTree(page, top);
  await (await openMenu(page, alpha)).getByRole("button", { name: "Delete…" }).click();
  const question = dialog(page, `Delete “${alpha.name}”?`);
  const remove = question.getByRole("button", { name: "Delete category" });
  await expect(question).toContainText("No products are deleted or archived.");
  await remove.click();
  await expect(question.getByText("Select an option.")).toBeVisible();
  await checkScreen(page);
  await question.getByRole("radio", { name: /^Move them to another category/ }).check();
  await remove.click();
  await expect(question.getByText("Select a category.")).toBeVisible();
  await checkScreen(page);
  await question.getByRole("searchbox", { name: "Search categories" }).fill(beta.name);
  await question.getByRole("radio", { name: new RegExp(`^${beta.name}`) }).check();
  await remove.click();
  await expect(question).toBeHidden();
  await expect(page.getByText(`Its products moved to “${beta.name}”.`)).toBeVisible();
  await expect(nameOf(page, beta)).toBeFocused();
  expect(await placed()).toContain(beta.id);

  await (await openMenu(page, beta)).getByRole("button", { name: "Delete…" }).click();
  await dialog(page, `Delete “${beta.name}”?`)
    .getByRole("radio", { name: /^Remove them/ })
    .check();
  await dialog(page, `Delete “${beta.name}”?`).getByRole("button", { name: "Delete category" }).click();
  await expect(inOrder(page, top).getByRole("link")).toHaveText([gamma.name]);
  await expect(nameOf(page, gamma)).toBeFocused();
  expect(await placed()).not.toContain(beta.id);

  await (await openMenu(page, gamma)).getByRole("button", { name: "Delete…" }).click();
  const last = dialog(page, `Delete “${gamma.name}”?`);
  await expect(last).toContainText(`Its subcategory moves up to “${top.name}”.`);
  await checkScreen(page);
  await last.getByRole("button", { name: "Delete category" }).click();
  await expect(inOrder(page, top).getByRole("link")).toHaveText([deeper.name]);
});

import { expect, type Page } from "@playwright/test";
import { test } from "./shop-test.ts";
import { visit } from "./signed-in.ts";

const gallery = (page: Page) => page.getByRole("region", { name: "Pictures of Field Tee" });
const shownPicture = (page: Page) =>
  gallery(page).getByRole("list", { name: "Choose a picture" }).locator("[aria-current=true]");

test("R3 the pictures are gone through by thumbnail, by keyboard and by swipe; the thumbnails stay", async ({
  page,
}) => {
  await visit(page, "/details/field-tee");
  const thumbnails = gallery(page).getByRole("list", { name: "Choose a picture" }).getByRole("link");
  await expect(thumbnails.first()).toHaveAttribute("aria-current", "true");
  await expect(thumbnails.nth(1)).toBeVisible();
  await thumbnails.nth(1).click();
  await expect(shownPicture(page)).toHaveAccessibleName(/^Show picture 2 of/);
  const row = gallery(page).getByRole("list", { name: /arrow keys/ });
  await row.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(shownPicture(page)).toHaveAccessibleName(/^Show picture 1 of/);
  // A swipe is a scroll of the row, which the browser snaps to the next picture.
  await row.evaluate((list) => list.scrollBy({ left: list.clientWidth * 0.7 }));
  await expect(shownPicture(page)).toHaveAccessibleName(/^Show picture 2 of/);
  for (const thumbnail of await thumbnails.all()) await expect(thumbnail).toBeVisible();
});

test("R3 the pictures follow the chosen colour", async ({ page }) => {
  await visit(page, "/details/field-tee");
  const first = () => gallery(page).getByRole("img").first().getAttribute("src");
  const before = await first();
  await page.getByRole("radio", { name: "Navy" }).click();
  await expect.poll(first).not.toBe(before);
});

test("R3 zoomed in, arrow keys go on wherever the focus is, and it comes back", async ({ page }) => {
  await visit(page, "/details/field-tee");
  const opener = page.getByRole("button", { name: /enlarge/ }).first();
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Pictures of Field Tee" });
  await expect(dialog.getByText(/^1 of \d+$/)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByText(/^2 of \d+$/)).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(dialog.getByText(/^1 of \d+$/)).toBeVisible();
  await dialog.getByRole("button", { name: /larger$/ }).click();
  await expect(dialog.getByRole("button", { name: /smaller$/ })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByText(/^2 of \d+$/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test("R3 what was often bought with it stands on its page", async ({ page, request }) => {
  const { data } = await (await request.get("/v1/product?per_page=100&facets=false")).json();
  const answers = await Promise.all(
    data.map(async ({ id, slug }: { id: number; slug: string }) => ({
      slug,
      others: (await (await request.get(`/v1/product/together/${id}`)).json()).data as { name: string }[],
    })),
  );
  const one = answers.find(({ others }) => others.length > 0);
  await visit(page, `/details/${one?.slug}`);
  const row = page.getByRole("region", { name: "Often bought together" });
  for (const { name } of one?.others ?? []) await expect(row.getByRole("heading", { name })).toBeVisible();
});

test("R3 delivery and returns stand beside the button, a reduction beside the lowest price of 30 days", async ({
  page,
  request,
}) => {
  const { data } = await (await request.get("/v1/product?on_sale=true&in_stock=true&facets=false")).json();
  await visit(page, `/details/${data[0].slug}`);
  await expect(page.getByRole("listitem").filter({ hasText: /working days/ })).toBeVisible();
  await expect(
    page
      .getByRole("listitem")
      .filter({ hasText: /30 days/ })
      .first(),
  ).toBeVisible();
  const { variations } = (await (await request.get(`/v1/product/details/${data[0].slug}`)).json()).data;
  const told = variations.some(({ lowest_30d }: { lowest_30d: unknown }) => lowest_30d !== null);
  if (told) await expect(page.getByText(/Lowest price of the last 30 days/)).toBeVisible();
});

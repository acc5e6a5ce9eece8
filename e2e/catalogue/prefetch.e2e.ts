import { expect, type Page } from "@playwright/test";
import { atEachWidth } from "#e2e/support/screens.ts";
import { visit } from "#e2e/support/session.ts";
import { newPageTest as test } from "#e2e/support/shared-page.ts";

/** The slugs of all product detail requests from now on. */
function countDetails(page: Page) {
  const requested: string[] = [];
  page.on("request", (request) => {
    const [, slug] = /\/v1\/product\/details\/([^?]+)/.exec(request.url()) ?? [];
    if (slug) requested.push(slug);
  });
  return requested;
}

test("R2 R3 a hovered or focused product is prefetched once", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, "/products");
  const requested = countDetails(page);
  const links = page.getByRole("region", { name: "Products", exact: true }).getByRole("article").getByRole("link");
  const slugOf = async (at: number) => ((await links.nth(at).getAttribute("href")) ?? "").replace("/details/", "");
  const [first, second] = [await slugOf(0), await slugOf(1)];
  await links.nth(0).hover();
  await expect.poll(() => requested).toEqual([first]);
  await expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
  await links.nth(0).click();
  await expect(page).toHaveURL(new RegExp(`/details/${first}$`));
  await expect(page.getByRole("button", { name: "Add to cart" }).first()).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
  expect(requested.filter((slug) => slug === first)).toHaveLength(1);
  await page.goBack();
  await links.nth(1).focus();
  await expect.poll(() => requested).toContain(second);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/details/${second}$`));
  await expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
  expect(requested.filter((slug) => slug === second)).toHaveLength(1);
});

test("R1 R2 R3 images of the first screen load first, later ones when near, and none shifts the layout", async ({
  page,
}) => {
  await atEachWidth(page, async () => {
    for (const path of ["/", "/products", "/details/field-tee"]) {
      // As the document has them, before any script runs.
      await visit(page, path);
      const images = await page.locator("main img").evaluateAll((all) =>
        (all as HTMLImageElement[]).map((one) => ({
          top: Math.round(one.getBoundingClientRect().top + scrollY),
          isFirst: one.fetchPriority === "high" && one.loading !== "lazy",
          waits: one.loading === "lazy" && one.fetchPriority !== "high",
          holdsPlace: one.width > 0 && one.hasAttribute("width") && one.hasAttribute("height"),
          sized: [...(one.parentElement?.querySelectorAll("source") ?? [])].every(
            ({ srcset, sizes }) => srcset && sizes,
          ),
          from: one.getAttribute("src") ?? "",
        })),
      );
      expect(images.length).toBeGreaterThan(0);
      for (const { holdsPlace, sized, from } of images)
        expect([holdsPlace, sized], `${path} ${from}`).toEqual([true, true]);
      expect(images[0]?.isFirst, path).toBe(true);
      for (const { waits, top, from } of images) if (top > 2 * 900) expect(waits, `${path} ${from}`).toBe(true);
      if (path === "/products") expect(images.map(({ isFirst }) => isFirst).lastIndexOf(true)).toBe(3);
    }
  });
});

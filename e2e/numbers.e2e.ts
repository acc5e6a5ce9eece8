import { expect, type Page } from "@playwright/test";
import { test } from "./shop-test.ts";
import { visit } from "./signed-in.ts";

/** Counts the number formats that a page makes, under any name. */
const countFormats = (page: Page) =>
  page.addInitScript(() => {
    const made = Object.assign(window, { numberFormats: 0 });
    const counted = <Work extends (...rest: never[]) => unknown>(work: Work) =>
      new Proxy(work, {
        apply: (target, self, rest) => {
          made.numberFormats++;
          return Reflect.apply(target, self, rest);
        },
        construct: (target, rest) => {
          made.numberFormats++;
          return Reflect.construct(target, rest);
        },
      });
    Intl.NumberFormat = counted(Intl.NumberFormat);
    Number.prototype.toLocaleString = counted(Number.prototype.toLocaleString);
  });

const formats = (page: Page) => page.evaluate(() => (window as unknown as { numberFormats: number }).numberFormats);

test("R1 R2 R3 R4 a page writes its prices without making a number format, which takes a browser long", async ({
  page,
}) => {
  await countFormats(page);
  await visit(page, "/");
  expect(await formats(page)).toBe(0);
  await visit(page, "/products");
  const prices = page.getByRole("article").getByText(/^€\d+\.\d\d$/);
  await expect(prices.first()).toBeVisible();
  // From here on the browser draws by itself what it shows.
  await page.getByRole("article").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/details\//);
  await expect(
    page
      .getByRole("main")
      .getByText(/^€\d+\.\d\d$/)
      .first(),
  ).toBeVisible();
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await expect(
    page
      .getByRole("dialog")
      .getByText(/€\d+\.\d\d/)
      .first(),
  ).toBeVisible();
  expect(await formats(page)).toBe(0);
  // It is counted where one is made.
  expect(await page.evaluate(() => [new Intl.NumberFormat("en").format(1), (2).toLocaleString()])).toEqual(["1", "2"]);
  expect(await formats(page)).toBe(2);
});

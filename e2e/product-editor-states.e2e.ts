import { expect, type Page } from "@playwright/test";
import { merchant, openDesk, unique } from "./catalogue-desk.ts";
import { test } from "./shop-test.ts";
import { alive } from "./signed-in.ts";
import { expectPlain, hold, widths } from "./states.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("R10 A5 with 250 variations the page answers at once, and they are saved together", async ({ page }) => {
  const { make, option, read } = await merchant(page);
  const label = (at: number) => `V${at}`;
  const one = await option(
    unique("Depth"),
    Array.from({ length: 25 }, (_, at) => label(at)),
  );
  const two = await option(
    unique("Height"),
    Array.from({ length: 11 }, (_, at) => `H${at}`),
  );
  const values = one.values.flatMap((a) => two.values.slice(0, 10).map((b) => [a.id, b.id]));
  const product = await make(unique("Panel"), {
    variations: values.map((option_value_ids) => ({ price_amount: 1000, option_value_ids })),
  });
  await openDesk(page, `/dashboard/products/create/${product.id}`, product.name);
  const rows = page.getByRole("list", { name: "Variations" }).getByRole("listitem");
  await expect(rows).toHaveCount(250);
  await page.getByRole("group", { name: two.name }).getByRole("checkbox", { name: "H10" }).click();
  await expect(page.getByText("That would make more than 250 variations, the most a product can have.")).toBeVisible();
  await expect(rows).toHaveCount(250);
  const last = page.getByLabel("Price of V24 / H9");
  await last.focus();
  await page.keyboard.press("ControlOrMeta+a");
  const slowest = await slowestFrame(page, () => page.keyboard.type("1234567.89"));
  expect(slowest).toBeLessThan(1000);
  await last.fill("12.50");
  await expect(page.getByText("Not saved yet", { exact: true })).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Not saved yet", { exact: true })).toHaveCount(0);
  await expect(last).toBeFocused();
  expect((await read(product.id)).variations.at(-1)).toMatchObject({ title: "V24 / H9", price_amount: 1250 });
});

/** The longest that the page took to answer while this was done, in ms. */
async function slowestFrame(page: Page, work: () => Promise<void>) {
  await page.evaluate(() => {
    const kept = window as unknown as { slowest: number };
    kept.slowest = 0;
    let last = performance.now();
    const look = () => {
      const now = performance.now();
      kept.slowest = Math.max(kept.slowest, now - last);
      last = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await work();
  return page.evaluate(() => (window as unknown as { slowest: number }).slowest);
}

for (const width of widths)
  test(`R10 A5 the product editor at ${width} px: loading, out of order, simple, with options`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const { make, option } = await merchant(page);
    const { values } = await option(unique("Length"), ["Short", "Long"]);
    const product = await make(unique("Belt"), {
      variations: values.map(({ id }) => ({ price_amount: 900, option_value_ids: [id] })),
    });
    const address = `/dashboard/products/create/${product.id}`;
    await page.route(`**/v1/product/${product.id}`, (route) =>
      route.fulfill({ status: 400, json: { code: "bad_input", message: "That can't be shown." } }),
    );
    await page.goto(address);
    await alive(page);
    await expect(page.getByRole("alert").getByText("That can't be shown.")).toBeVisible();
    await page.unroute(`**/v1/product/${product.id}`);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
    await page.getByRole("button", { name: "More of Long" }).click();
    await expectPlain(page);
    const letGo = await hold(page, `**/v1/product/${product.id}`);
    await page.reload();
    await expect(page.getByText("Loading the product")).toBeAttached();
    await expectPlain(page);
    await letGo();
    await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
    await openDesk(page, "/dashboard/products/create", "New product");
    await expectPlain(page);
  });

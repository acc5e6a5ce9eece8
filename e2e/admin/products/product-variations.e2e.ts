import { expect } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { mainThreadMsPerKey } from "#e2e/support/main-thread.ts";
import { expectToast, openScreen, signInAsMerchant, uniqueName } from "#e2e/support/products.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("R10 A5 250 variations stay responsive and are saved together", async ({ page }) => {
  const { make, option, read } = await signInAsMerchant(page);
  const label = (at: number) => `V${at}`;
  const one = await option(
    uniqueName("Depth"),
    Array.from({ length: 25 }, (_, at) => label(at)),
  );
  const two = await option(
    uniqueName("Height"),
    Array.from({ length: 11 }, (_, at) => `H${at}`),
  );
  const values = one.values.flatMap((a) => two.values.slice(0, 10).map((b) => [a.id, b.id]));
  const product = await make(uniqueName("Panel"), {
    variations: values.map((option_value_ids) => ({ price_amount: 1000, option_value_ids })),
  });
  await openScreen(page, `/dashboard/products/create/${product.id}`, product.name);
  const rows = page.getByRole("list", { name: "Variations" }).getByRole("listitem");
  await expect(rows).toHaveCount(250);
  await page.getByRole("group", { name: two.name }).getByRole("checkbox", { name: "H10" }).click();
  await expect(page.getByText("A product can have up to 250 variations.")).toBeVisible();
  await expect(rows).toHaveCount(250);
  const last = page.getByLabel("Price of V24 / H9");
  await last.focus();
  await page.keyboard.press("ControlOrMeta+a");
  expect(await mainThreadMsPerKey(page, () => page.keyboard.type("1234567.89"), 10)).toBeLessThan(200);
  await last.fill("12.50");
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Unsaved changes", { exact: true })).toHaveCount(0);
  await expect(last).toBeFocused();
  expect((await read(product.id)).variations.at(-1)).toMatchObject({ title: "V24 / H9", price_amount: 1250 });
});

test("A5 an option of thousands of values shows the chosen ones and is searched for others", async ({ page }) => {
  const { make, option } = await signInAsMerchant(page);
  const group = await option(uniqueName("Shade"), ["Ash", "Bone"]);
  const product = await make(uniqueName("Paint"), {
    variations: group.values.map(({ id }) => ({ price_amount: 900, option_value_ids: [id] })),
  });
  const many = Array.from({ length: 3000 }, (_, at) => ({
    id: 9_000_000 + at,
    label: `Shade ${at}`,
    code: `shade-${at}`,
    swatch: null,
  }));
  await page.route("**/v1/product/option-group", async (route) => {
    const answer = await (await route.fetch()).json();
    for (const one of answer.data) if (one.id === group.id) one.values = [...many, ...one.values];
    await route.fulfill({ json: answer });
  });
  await openScreen(page, `/dashboard/products/create/${product.id}`, product.name);
  const values = page.getByRole("group", { name: group.name });
  await expect(values.getByRole("checkbox", { name: "Bone" })).toBeChecked();
  await expect(values.getByRole("checkbox")).toHaveCount(62);
  await page.getByRole("searchbox", { name: `Search values of ${group.name}` }).fill("shade 2999");
  await values.getByRole("checkbox", { name: "Shade 2999" }).check();
  await expect(page.getByLabel("Price of Shade 2999")).toHaveValue("9.00");
});

test("A5 the values of a large option are edited in parts, and those not shown stay", async ({ page }) => {
  const { token, make, option } = await signInAsMerchant(page);
  const labels = Array.from({ length: 250 }, (_, at) => `Tone ${at}`);
  const group = await option(uniqueName("Tone"), labels);
  const product = await make(uniqueName("Varnish"), {
    variations: [{ price_amount: 900, option_value_ids: [group.values[0]?.id] }],
  });
  await openScreen(page, `/dashboard/products/create/${product.id}`, product.name);
  await page.getByRole("button", { name: "Edit values" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("listitem")).toHaveCount(100);
  await dialog.getByRole("button", { name: "Show 100 of 150 more values" }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(200);
  await dialog.getByLabel("Value 200", { exact: true }).fill("Changed");
  await dialog.getByRole("button", { name: "Add a value" }).click();
  await dialog.getByLabel("Value 251", { exact: true }).fill("Added");
  await dialog.getByRole("button", { name: "Save option" }).click();
  await expectToast(page, "Option saved");
  const { data } = await callApi(page, token, "get", "/product/option-group");
  const saved = data.find(({ id }: { id: number }) => id === group.id);
  expect(saved.values.map(({ label }: { label: string }) => label)).toEqual([...labels.with(199, "Changed"), "Added"]);
});

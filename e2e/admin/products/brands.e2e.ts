import { expect } from "@playwright/test";
import { expectToast, openScreen, save, signInAsMerchant, uniqueName } from "#e2e/support/products.ts";
import { checkLoadedScreen } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("Product safety: the manufacturer of a brand is on the pages of its products, with their own warnings", async ({
  page,
}) => {
  const { make } = await signInAsMerchant(page);
  const brand = uniqueName("Nord");
  const { id, name, slug } = await make(uniqueName("Heater"), { brand });
  await openScreen(page, "/dashboard/brands", "Brands");
  await page.getByRole("button", { name: "Add brand" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill(brand);
  const manufacturer = dialog.getByRole("group", { name: "Manufacturer" });
  await manufacturer.getByLabel("Postal address").fill("Gate 1\nOslo");
  await dialog.getByRole("button", { name: "Add brand" }).click();
  await expect(manufacturer.getByLabel("Company")).toHaveAccessibleDescription("Name required");
  await manufacturer.getByLabel("Company").fill("Nord AS");
  await manufacturer.getByLabel("Email address or URL").fill("safety@nord.example");
  await manufacturer.getByLabel("Country").selectOption({ label: "Norway" });
  await dialog.getByRole("button", { name: "Add brand" }).click();
  await expectToast(page, "Brand added");
  await expect(page.getByRole("row", { name: brand })).toContainText("Nord AS");
  await checkLoadedScreen(page);
  await openScreen(page, `/dashboard/products/create/${id}`, name);
  await page.getByLabel("Warnings and safety information").fill("Hot, when on.");
  await save(page);
  await expectToast(page, `${name} saved`);
  await page.goto(`/details/${slug}`);
  const safety = page.getByRole("region", { name: "Product safety" });
  await safety.scrollIntoViewIfNeeded();
  await expect(safety).toContainText("Hot, when on.");
  await expect(safety).toContainText("Nord AS");
  await expect(safety.getByRole("link", { name: "safety@nord.example" })).toHaveAttribute(
    "href",
    "mailto:safety@nord.example",
  );
  await expect(safety).toContainText("Norway");
});

import { expect } from "@playwright/test";
import { expectToast, openScreen, save, signInAsMerchant, uniqueName } from "#e2e/support/products.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("Energy label: class and links entered in the editor are on the page and the tile, with the country of origin", async ({
  page,
}) => {
  const { make } = await signInAsMerchant(page);
  const word = uniqueName("Fridge").replace(" ", "");
  const { id, slug } = await make(word);
  await openScreen(page, `/dashboard/products/create/${id}`, word);
  const energyClass = page.getByRole("combobox", { name: /^Class/ });
  await energyClass.selectOption("A+");
  await page.getByLabel("URL of the label").fill("label.png");
  await page.getByLabel("Country of origin").selectOption({ label: "Italy" });
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(energyClass).toHaveAccessibleDescription("The class isn't on the scale.");
  await energyClass.selectOption("C");
  await expect(page.getByLabel("URL of the label")).toHaveAccessibleDescription(/Enter a URL/);
  await page.getByLabel("URL of the label").fill("https://eprel.example/label.png");
  await page.getByLabel("URL of the product information sheet").fill("https://eprel.example/sheet.pdf");
  await save(page);
  await expectToast(page, `${word} saved`);
  await page.goto(`/details/${slug}`);
  const arrow = "Energy efficiency class C on a scale from A to G";
  await expect(page.getByRole("link", { name: arrow })).toHaveAttribute("href", "https://eprel.example/label.png");
  await expect(page.getByRole("link", { name: "Product information sheet" })).toBeVisible();
  await expect(page.getByRole("row", { name: "Country of origin Italy" })).toBeVisible();
  await page.goto(`/products?name=${word}`);
  await expect(page.locator("article").getByRole("img", { name: arrow })).toBeVisible();
});

test("Legal data: the list of products filters those on sale without a manufacturer", async ({ page }) => {
  const { make } = await signInAsMerchant(page);
  const word = uniqueName("Toaster").replace(" ", "");
  const contact = { name: "Maker", address: "Street 1", contact: "hi@maker.example", country: "DE" };
  await make(`${word} complete`, { safety: { manufacturer: contact, responsible_person: null, warnings: null } });
  await make(`${word} bare`);
  await openScreen(page, `/dashboard/products?name=${word}`, "Products");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByLabel("Legal data").selectOption({ label: "Lacking manufacturer" });
  await page.getByRole("button", { name: "Show products" }).click();
  await expect(page.getByText(`${word} bare`).first()).toBeVisible();
  await expect(page.getByText(`${word} complete`)).toHaveCount(0);
  await page.getByRole("link", { name: "Lacking manufacturer" }).click();
  await expect(page.getByText(`${word} complete`).first()).toBeVisible();
});

import { expect } from "@playwright/test";
import { openDashboard } from "#e2e/support/dashboard.ts";
import { checkScreenAtEachWidth } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

test("A7 a zone gets a method and rates; gaps are named, and the preview has what the checkout charges", async ({
  page,
}) => {
  await openDashboard(page, "/dashboard/settings/shipping");
  await expect(page.getByRole("heading", { level: 1, name: "Shipping" })).toBeVisible();
  await checkScreenAtEachWidth(page);
  await page.getByRole("button", { name: "Create zone", exact: true }).click();
  const zone = page.getByRole("dialog", { name: "Create zone" });
  await zone.getByLabel("Name").fill("South America");
  await zone.getByLabel("Search countries").fill("Chil");
  await zone.getByRole("option", { name: "Chile" }).click();
  await checkScreenAtEachWidth(page);
  await zone.getByRole("button", { name: "Create zone" }).click();
  await expect(page.getByText("No method for Chile")).toBeVisible();

  await page.getByRole("button", { name: "Add method to South America" }).click();
  const method = page.getByRole("dialog", { name: "Add method to South America" });
  await method.getByLabel("Name").fill("Ship");
  // Closing with unsaved changes asks first.
  await page.keyboard.press("Escape");
  await method.getByRole("alert").getByRole("button", { name: "Continue editing" }).click();
  await expect(method.getByLabel("Name")).toHaveValue("Ship");
  await method.getByRole("button", { name: "Create method" }).click();
  await expect(method.getByText("Enter a price.")).toBeVisible();
  await method.getByLabel("Price (EUR)").fill("15");
  await method.getByLabel("Order to (EUR)").fill("99.99");
  await checkScreenAtEachWidth(page);
  await method.getByRole("button", { name: "Create method" }).click();
  await expect(page.getByText("No method for orders from €100.00")).toBeVisible();

  await page.getByRole("button", { name: "Create zone", exact: true }).click();
  await zone.getByLabel("Name").fill("Nowhere");
  await zone.getByRole("button", { name: "Cancel" }).click();
  await zone.getByRole("alert").getByRole("button", { name: "Discard changes" }).click();
  await expect(zone).toBeHidden();

  const preview = page.getByRole("form", { name: "What would a customer pay?" });
  await preview.getByLabel("Country").selectOption({ label: "Chile" });
  await preview.getByLabel("Postal code").fill("");
  await preview.getByRole("button", { name: "Show prices" }).click();
  const methods = page.getByRole("list", { name: "Shipping methods" });
  await expect(methods.getByText("€15.00")).toBeVisible();
  await preview.getByLabel("Price").fill("100");
  await preview.getByRole("button", { name: "Show prices" }).click();
  await expect(page.getByText("Nothing is shipped to Chile.")).toBeVisible();

  await page.getByRole("button", { name: "Edit Ship in South America" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Ship" });
  await edit.getByRole("button", { name: "Add rate" }).click();
  const second = edit.getByRole("group", { name: "Rate 2" });
  await second.getByLabel("Price (EUR)").fill("0");
  await second.getByLabel("Order from (EUR)").fill("100");
  await edit.getByRole("button", { name: "Save method" }).click();
  await expect(page.getByText("No method for orders from €100.00")).toHaveCount(0);
  await expect(methods.getByText("Free")).toBeVisible();

  await page.getByRole("button", { name: "Delete Ship in South America" }).click();
  await page.getByRole("dialog").filter({ hasText: "Ship deleted" }).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Edit Ship in South America" })).toBeVisible();
  await page.getByRole("button", { name: "Zone South America" }).click();
  await page.getByRole("menuitem", { name: "Delete zone" }).click();
  await expect(page.getByText("Couldn't delete South America")).toBeVisible();
  await page.getByRole("button", { name: "Delete Ship in South America" }).click();
  await expect(page.getByRole("button", { name: "Edit Ship in South America" })).toHaveCount(0);
  await page.getByRole("button", { name: "Zone South America" }).click();
  await page.getByRole("menuitem", { name: "Delete zone" }).click();
  await expect(page.getByRole("heading", { name: "South America" })).toHaveCount(0);
});

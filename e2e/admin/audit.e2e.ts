import { expect } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { openScreen, productForm, signInAsMerchant, uniqueName } from "#e2e/support/products.ts";
import { checkLoadedScreen } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("A7 the audit log says who changed what, with each field before and after, and is filtered in its address", async ({
  page,
}) => {
  const { make, token } = await signInAsMerchant(page);
  const name = uniqueName("Kettle");
  const { id } = await make(name);
  const form = await productForm(page, token, id);
  await callApi(page, token, "put", `/product/${id}`, { ...form, name: `${name} red`, status: "draft" });
  await openScreen(page, "/dashboard/audit", "Audit log");
  await page.getByLabel("Object").selectOption("Product");
  await expect(page).toHaveURL(/entity=product/);
  const entry = page.getByRole("list", { name: "Changes" }).getByRole("listitem").first();
  await expect(entry).toContainText(/^Product updated\s*Kettle .* red\s*by Ada Keeper/);
  await entry.getByText("2 fields").click();
  await expect(entry.getByRole("deletion").first()).toHaveText(name);
  await expect(entry.getByRole("insertion").last()).toHaveText("draft");
  await checkLoadedScreen(page);
  await page.getByLabel("Until").fill("2020-01-01");
  await expect(page).toHaveURL(/to=2020-01-01/);
  await expect(page.getByRole("heading", { name: "No changes found" })).toBeVisible();
  await checkLoadedScreen(page);
  await page.getByRole("link", { name: "Show all changes" }).click();
  await expect(page.getByLabel("Until")).toHaveValue("");
  await page.getByLabel("Person").selectOption("Ada Keeper");
  await expect(page).toHaveURL(/actor_id=\d+/);
  const { data: tag } = await callApi(page, token, "post", "/tags", { name: uniqueName("Rare") });
  await callApi(page, token, "put", `/tags/${tag.id}`, { ...tag, name: `${tag.name} birds` });
  await page.reload();
  await entry.getByRole("button", { name: `Undo Tag updated ${tag.name} birds` }).click();
  await expect(page.getByText("Change undone")).toBeVisible();
  await expect(entry.getByRole("button", { name: `Undo Tag updated, undone ${tag.name}`, exact: true })).toBeVisible();
  await page.goto(`/dashboard/audit?entity=product&entity_id=${id}`);
  await entry.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/products/create/${id}$`));
});

import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./shop-test.ts";
import { newCustomer, visit } from "./signed-in.ts";

const mostStops = 120;

/** Goes on with the Tab key until it is there: whoever uses no mouse has no other way. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < mostStops; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("The Tab key never leads there.");
}

async function press(page: Page, target: Locator, key = "Enter") {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, label: string, text: string) {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

test("R6 R7 a whole purchase by keyboard alone, from the product to the paid order", async ({ page }) => {
  const { email, password } = await newCustomer(page);
  await page.addInitScript(() => {
    if (sessionStorage.getItem("guest first")) return;
    sessionStorage.setItem("guest first", "yes");
    localStorage.clear();
  });
  await visit(page, "/details/field-tee");
  await press(page, page.getByRole("button", { name: "Add to cart" }).first());
  const drawer = page.getByRole("dialog", { name: "Added to your cart" });
  await press(page, drawer.getByRole("link", { name: "Go to checkout" }));
  const signIn = page.getByRole("dialog", { name: /Sign in to continue/ });
  await expect(signIn).toBeVisible();
  await type(page, "Username", email);
  await type(page, "Password", password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Checkout", level: 1 })).toBeVisible();
  await type(page, "Country", "Germany");
  await type(page, "Full name", "Robin Reader");
  await type(page, "Street and number", "Lindenweg 8");
  await type(page, "Postal code", "10115");
  await type(page, "City", "Berlin");
  await expect(page.getByLabel("Country")).toHaveValue("DE");
  const orders = page.getByRole("button", { name: /^Order and pay €/ });
  await expect(orders).not.toHaveAttribute("aria-busy");
  await press(page, orders);
  await expect(page).toHaveURL(/\/payment\//);
  await press(page, page.getByRole("button", { name: /^Pay €/ }));
  await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeFocused();
  await press(page, page.getByRole("link", { name: "View the order" }));
  await expect(page).toHaveURL(/\/account\/orders\//);
});

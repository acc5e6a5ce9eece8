import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { checkLoadedScreen } from "#e2e/support/screens.ts";
import { visit } from "#e2e/support/session.ts";
import { openShop } from "#e2e/support/shop.ts";
import { test } from "#e2e/support/test.ts";

const owner = { email: "owner@example.com", password: "quiet-river-stone" };

/** An empty real shop with its first administrator, made as the README says. */
async function openEmptyShop() {
  const dataDir = await mkdtemp(join(tmpdir(), "kiosk-empty-"));
  // Where root runs this, the database has an account of its own, which has to come in.
  await chmod(dataDir, 0o711);
  execFileSync(process.execPath, ["scripts/admin.mjs"], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      KIOSK_ADMIN_EMAIL: owner.email,
      KIOSK_ADMIN_PASSWORD: owner.password,
    },
  });
  const shop = await openShop(dataDir, { demo: false });
  const close = async () => {
    await shop.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { address: shop.address, close };
}

const newPage = async (browser: Browser, baseURL: string, width: number) =>
  (await browser.newContext({ baseURL, viewport: { width, height: 900 }, locale: "en-SG" })).newPage();

const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
const toast = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

async function saveSettings(page: Page) {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await toast(page, "Settings saved");
}

/** Opens the next step of the checklist on the dashboard's home. */
async function openStep(page: Page, title: string) {
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Dashboard" }).click();
  const step = page.getByRole("link", { name: title });
  await expect(step.getByRole("img", { name: "To do:" })).toBeVisible();
  await step.click();
}

async function setUpShop(page: Page) {
  await test.step("sign in and see the checklist", async () => {
    await page.goto("/dashboard");
    const dialog = page.getByRole("dialog", { name: /Sign in to continue/ });
    await dialog.getByLabel("Username").fill(owner.email);
    await dialog.getByLabel("Password").fill(owner.password);
    await dialog.getByRole("button", { name: /^sign in$/i }).click();
    await expect(page.getByText("0 of 13 steps done")).toBeVisible();
    await checkLoadedScreen(page);
  });
  await test.step("currency, name and country", async () => {
    await openStep(page, "Choose currency and language");
    await page.getByLabel("Currency", { exact: true }).selectOption("SGD");
    await saveSettings(page);
    await openStep(page, "Name your shop");
    await page.getByLabel("Shop name").fill("Merlion Mugs");
    await page.getByLabel("Tagline").fill("Mugs from the bay");
    await page.getByLabel("Email").fill("hello@merlion.example");
    await page.getByLabel("Business address").fill("Merlion Mugs Pte Ltd\n1 Raffles Place\n048616 Singapore");
    await page.getByLabel("Country").selectOption("SG");
    await saveSettings(page);
  });
  await test.step("tax", async () => {
    await openStep(page, "Set up taxes");
    await page.getByRole("button", { name: "Add rate" }).first().click();
    const rate = page.getByRole("dialog", { name: "Add tax rate" });
    await rate.getByLabel("Country").selectOption("SG");
    await rate.getByLabel(/^Rate/).fill("9");
    await rate.getByLabel("Name").fill("GST");
    await rate.getByRole("button", { name: "Create rate" }).click();
    await expect(page.getByRole("row", { name: /Singapore.*GST.*9%/ })).toBeVisible();
  });
  await test.step("shipping zone and rate", async () => {
    await openStep(page, "Set up shipping");
    await expect(page.getByRole("heading", { name: "No shipping zones yet" })).toBeVisible();
    await page.getByRole("button", { name: "Create zone", exact: true }).first().click();
    const zone = page.getByRole("dialog", { name: "Create zone" });
    await zone.getByLabel("Name").fill("Home");
    await zone.getByLabel("Search countries").fill("Singapore");
    await zone.getByRole("option", { name: "Singapore" }).click();
    await zone.getByRole("button", { name: "Create zone" }).click();
    await page.getByRole("button", { name: "Add method to Home" }).click();
    const method = page.getByRole("dialog", { name: "Add method to Home" });
    await method.getByLabel("Name").fill("Courier");
    await method.getByLabel("Price (SGD)").fill("4.50");
    await method.getByRole("button", { name: "Create method" }).click();
    await expect(page.getByLabel("Rates of Courier").getByText(/^SGD\s4\.50/)).toBeVisible();
  });
  await test.step("payment methods and policies", async () => {
    await openStep(page, "Choose payment methods");
    await page.getByLabel("Account holder").fill("Merlion Mugs Pte Ltd");
    await page.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 00");
    await page.getByLabel("BIC").fill("COBADEFFXXX");
    await page.getByLabel("Bank (optional)").fill("Commerzbank");
    await page.getByLabel("Accept cash on delivery").uncheck();
    await page.getByLabel("Your password").fill(owner.password);
    await saveSettings(page);
    await openStep(page, "Write your policies");
    for (const policy of ["Privacy", "Terms", "Returns"]) {
      await page.getByRole("textbox", { name: new RegExp(`^Text of ${policy}`) }).click();
      await page.keyboard.type(`Our ${policy.toLowerCase()} policy.`);
    }
    await saveSettings(page);
  });
}

async function publishProduct(page: Page) {
  await openStep(page, "Add your first product");
  await page.getByLabel("Name", { exact: true }).fill("Bay Mug");
  const red = { create: { width: 900, height: 900, channels: 3 as const, background: "#b02020" } };
  const buffer = await sharp(red).jpeg().toBuffer();
  await page.getByLabel("Choose images").setInputFiles([{ name: "mug.jpg", mimeType: "image/jpeg", buffer }]);
  await page.getByLabel("Alt text for image 1").fill("A red mug");
  await page.getByRole("button", { name: "Create option" }).click();
  const option = page.getByRole("dialog", { name: "Create option" });
  await option.getByLabel("Name").fill("Size");
  await option.getByLabel("Value 1", { exact: true }).fill("Small");
  await option.getByLabel("Value 2", { exact: true }).fill("Large");
  await option.getByRole("button", { name: "Save option" }).click();
  for (const [size, price] of [
    ["Small", "18"],
    ["Large", "24"],
  ] as const) {
    await page.getByLabel(`Price of ${size}`).fill(price);
    await page.getByLabel(`In stock of ${size}`).fill("10");
  }
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await heading(page, "Bay Mug");
  await checkLoadedScreen(page);
}

async function buy(page: Page) {
  await visit(page, "/");
  await page
    .getByRole("link", { name: /Bay Mug/ })
    .first()
    .click();
  await heading(page, "Bay Mug");
  await page.getByRole("radio", { name: /Large/ }).click({ force: true });
  for (let count = 1; count <= 2; count++) {
    await page.getByRole("button", { name: "Add to cart" }).first().click();
    const drawer = page.getByRole("dialog", { name: "Added to your cart" });
    await drawer.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("link", { name: new RegExp(`^Cart, ${count} item`) })).toBeVisible();
  }
  await visit(page, "/sign-up");
  await page.getByRole("textbox", { name: /^Name/ }).fill("Mei Tan");
  await page.getByLabel("Email").fill("mei@example.com");
  await page.getByLabel(/^Password/).fill("quiet-river-stone");
  await page.getByRole("button", { name: /Create|Sign up/ }).click();
  await expect(page.getByRole("button", { name: /Account menu/ })).toBeVisible();
  await page.goto("/checkout");
  await page.getByLabel("Full name").fill("Mei Tan");
  await page.getByLabel("Street address").fill("8 Marina Boulevard");
  await page.getByLabel("Postal code").fill("018981");
  await page.getByLabel("City").fill("Singapore");
  await expect(page.getByRole("radio", { name: /Courier/ })).toBeChecked();
  await page.getByRole("button", { name: /SGD\s52\.50/ }).click();
  await expect(page).toHaveURL(/\/payment\/[0-9a-f-]{36}/);
  await expect(page.getByRole("heading", { name: /^Transfer SGD\s52\.50/ })).toBeVisible();
}

async function fulfilOrder(page: Page) {
  await page
    .getByRole("navigation", { name: "Dashboard" })
    .getByRole("link", { name: /^Orders/ })
    .click();
  await page
    .getByRole("row", { name: /Mei Tan/ })
    .getByRole("link")
    .first()
    .click();
  await heading(page, /^Order/);
  await checkLoadedScreen(page);
  const actions = page.getByRole("group", { name: "Actions" });
  await actions.getByRole("button", { name: "Record transfer" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Record transfer" }).click();
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible();
  await actions.getByRole("button", { name: "Ship" }).click();
  const shipment = page.getByRole("dialog", { name: /^Ship order/ });
  await shipment.getByLabel("Carrier").fill("SingPost");
  await shipment.getByLabel("Tracking number").fill("SG123456789");
  await shipment.getByRole("button", { name: "Ship items" }).click();
  await expect(page.locator("main header").getByText("Shipped", { exact: true })).toBeVisible();
  await actions.getByRole("button", { name: "Refund" }).click();
  const refund = page.getByRole("dialog", { name: /^Refund order/ });
  await refund.getByRole("textbox", { name: /Amount/ }).fill("10");
  await refund.getByLabel("Reason").fill("A chipped handle");
  await refund.getByRole("button", { name: /^Refund SGD\s10\.00/ }).click();
  // By bank transfer: it is refunded once staff have sent it.
  await expect(page.getByRole("list", { name: "Refunds" })).toContainText("To be sent");
}

test("A7 A5 A6 R1 a merchant goes from an empty shop to a paid, shipped and part-refunded order on screens alone", async ({
  browser,
}) => {
  const { address, close } = await openEmptyShop();
  try {
    const merchant = await newPage(browser, address, 1440);
    await setUpShop(merchant);
    await publishProduct(merchant);
    const shopper = await newPage(browser, address, 390);
    await test.step("a shopper buys two on a phone", () => buy(shopper));
    await test.step("the order is paid, shipped and partly refunded", () => fulfilOrder(merchant));
    await shopper.getByRole("link", { name: /View order/ }).click();
    await expect(shopper.getByText("SG123456789")).toBeVisible();
    await merchant.goto("/dashboard/home");
    await expect(merchant.getByText("9 of 13 steps done")).toBeVisible();
    await expect(merchant.getByRole("link", { name: "Connect a mail server" })).toBeVisible();
  } finally {
    await close();
  }
});

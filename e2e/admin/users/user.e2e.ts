import { expect } from "@playwright/test";
import { expectIdle, isTokenValid, newAccount, openUser } from "#e2e/support/accounts.ts";
import { callApi } from "#e2e/support/api.ts";
import { emailTo } from "#e2e/support/emails.ts";
import { otherCustomersOrder } from "#e2e/support/orders.ts";
import { checkScreen } from "#e2e/support/screens.ts";
import { demoAdmin, signIn } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("A3 R10 a user's page shows their orders, spending, addresses and contact", async ({ page }) => {
  const { id, number, token, total } = await otherCustomersOrder(page);
  const { data: person } = await callApi(page, token, "get", "/account/profile");
  const home = { fullname: "Sam Stranger", line1: "Lindenweg 8", city: "Berlin", postal_code: "10115", country: "DE" };
  await callApi(page, token, "post", "/account/addresses", { ...home, line1: "Seitenweg 3" });
  await openUser(page, person);
  const figures = page.getByRole("definition");
  const euros = (total.amount / 100).toLocaleString("en-GB", { style: "currency", currency: "EUR" });
  await expect(figures.filter({ hasText: euros })).toHaveCount(1);
  await expect(page.getByRole("link", { name: person.email })).toHaveAttribute("href", `mailto:${person.email}`);
  await expect(page.getByText("Not verified")).toBeVisible();
  await expect(page.getByRole("list", { name: "Addresses" })).toContainText("Seitenweg 3");
  const orders = page.getByRole("table", { name: "Orders" });
  await expect(orders.getByRole("row")).toHaveCount(2);
  await expect(orders).toContainText("Confirmed");
  await orders.getByRole("link", { name: String(number) }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/orders/${id}$`));
  // The order may have another recipient.
  await page.getByRole("region").or(page.locator("section")).getByRole("link", { name: "Robin Reader" }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/users/${person.id}$`));
  await page.goto(`/dashboard/users/${person.id}?page=9`);
  await page.getByRole("link", { name: "Show the newest" }).click();
  await expect(orders.getByRole("row")).toHaveCount(2);
});

test("A3 staff add notes and tags to a customer, and list customers by tag", async ({ page }) => {
  const person = await newAccount(page, "Tagged Person");
  const tag = `Wholesale ${person.mark}`;
  await openUser(page, person);
  const main = page.getByRole("main");
  await main.getByRole("textbox", { name: "Note" }).fill("Prefers calls");
  await main.getByRole("button", { name: "Add note" }).click();
  const notes = main.getByRole("list", { name: "Notes" });
  await expect(notes).toContainText("Prefers calls");
  await expect(main.getByRole("textbox", { name: "Note" })).toHaveValue("");
  await main.getByRole("button", { name: "Actions for the note" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await notes.getByRole("textbox", { name: "Note" }).fill("Prefers mail");
  await notes.getByRole("button", { name: "Save note" }).click();
  await expect(notes).toContainText(/Prefers mail.*Edited/s);
  await main.getByRole("combobox", { name: "Add tag" }).fill(tag);
  await page.keyboard.press("Enter");
  await expect(main.getByRole("list", { name: "Tags" })).toContainText(tag);
  await checkScreen(page);
  await page.goto("/dashboard/users");
  await page.getByLabel("Tag", { exact: true }).selectOption(`${tag} (1)`);
  await expect(page.getByRole("table", { name: "Customers" }).getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name: person.fullname }).click();
  await main.getByRole("button", { name: `Remove ${tag}` }).click();
  await expect(main.getByText("No tags.")).toBeVisible();
  await main.getByRole("button", { name: "Actions for the note" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(main.getByText("No notes.")).toBeVisible();
  await page.getByRole("dialog").filter({ hasText: "Note deleted" }).getByRole("button", { name: "Undo" }).click();
  await expect(notes).toContainText("Prefers mail");
});

test("A3 blocking asks first, signs the user out and can be undone; so can unblocking", async ({ page }) => {
  const person = await newAccount(page, "Blocked Person");
  await openUser(page, person);
  const moves = page.getByRole("group", { name: "Moves" });
  await moves.getByRole("button", { name: "Block" }).click();
  const question = page.getByRole("dialog", { name: `Block ${person.fullname}?` });
  await expect(question).toContainText("signed out on all devices");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  expect(await isTokenValid(page, person.token)).toBe(true);
  await moves.getByRole("button", { name: "Block" }).click();
  await question.getByRole("button", { name: "Block" }).click();
  await expect(page.getByText(`${person.fullname} is blocked`)).toBeVisible();
  await expect(page.getByText("Blocked", { exact: true })).toBeVisible();
  await expect(moves.getByRole("button", { name: "Unblock" })).toBeFocused();
  await moves.getByRole("button", { name: "More actions" }).click();
  await expect(page.getByRole("menuitem", { name: "Delete account…" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Make administrator…" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  expect(await isTokenValid(page, person.token)).toBe(false);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  await moves.getByRole("button", { name: "More actions" }).click();
  await expect(page.getByRole("menuitem", { name: "Make administrator…" })).toBeVisible();
  await page.keyboard.press("Escape");
  await moves.getByRole("button", { name: "Block" }).click();
  await question.getByRole("button", { name: "Block" }).click();
  await moves.getByRole("button", { name: "Unblock" }).click();
  const again = page.getByRole("dialog", { name: `Unblock ${person.fullname}?` });
  await again.getByRole("button", { name: "Unblock" }).click();
  await expect(page.getByText(`${person.fullname} is unblocked`)).toBeVisible();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
});

test("A3 D9 staff email a sign-in code, which the customer enters without requesting one", async ({
  page,
  browser,
}) => {
  const person = await newAccount(page, "Locked Out");
  await openUser(page, person);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Email sign-in code" }).click();
  await expect(page.getByText(`Sign-in code sent to ${person.email}`)).toBeVisible();
  const code = /\b\d{6}\b/.exec((await emailTo(person.email, /sign-in code/)).subject ?? "")?.[0] ?? "";
  const context = await browser.newContext({ baseURL: page.url() });
  const theirs = await context.newPage();
  await theirs.goto("/account");
  const dialog = theirs.getByRole("dialog");
  await dialog.getByRole("button", { name: "Email me a code" }).click();
  await dialog.getByLabel("Email").fill(person.email);
  await dialog.getByRole("button", { name: "I already have a code" }).click();
  await dialog.getByLabel("Code").fill(code);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(dialog).toBeHidden();
  await context.close();
});

test("A3 a customer is signed out on one device, and on all after a question", async ({ page }) => {
  const person = await newAccount(page, "Signed In");
  await openUser(page, person);
  const devices = page.locator("section").filter({ has: page.getByRole("heading", { name: "Signed-in devices" }) });
  await devices.getByRole("button", { name: /^Sign out:/ }).click();
  await expect(devices.getByText("Not signed in on any device.")).toBeVisible();
  expect(await isTokenValid(page, person.token)).toBe(false);
  const { access_token } = await callApi(page, undefined, "post", "/auth/login", {
    username: person.email,
    password: person.password,
  });
  await page.reload();
  await devices.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText(`${person.fullname} is signed out`)).toBeVisible();
  expect(await isTokenValid(page, access_token)).toBe(false);
});

test("A3 a customer's data is exported, and the account deleted once its email is entered", async ({ page }) => {
  const person = await newAccount(page, "Forgotten Person");
  await openUser(page, person);
  const menu = page.getByRole("button", { name: "More actions" });
  await menu.click();
  const file = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export data" }).click();
  expect((await file).suggestedFilename()).toBe(`customer-${person.id}.json`);
  await menu.click();
  await page.getByRole("menuitem", { name: "Delete account…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(dialog.getByText(`Enter ${person.email} to confirm.`)).toBeVisible();
  await checkScreen(page);
  await dialog.getByLabel(`Enter ${person.email} to confirm`).fill(person.email);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText("This account has been deleted")).toBeVisible();
  expect(await isTokenValid(page, person.token)).toBe(false);
});

test("A3 a duplicate account is merged into another one, after a preview of what moves", async ({ page }) => {
  const { number, token } = await otherCustomersOrder(page);
  const { data: person } = await callApi(page, token, "get", "/account/profile");
  const stays = await newAccount(page, "Staying Person");
  await openUser(page, person);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Merge with another account…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Search customers" }).fill(stays.mark);
  await dialog.getByRole("option", { name: stays.fullname }).click();
  await expect(dialog.getByText("Orders", { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 900 });
  await checkScreen(page);
  await dialog.getByRole("button", { name: "Merge accounts" }).click();
  await expect(page.getByRole("heading", { level: 1, name: stays.fullname })).toBeVisible();
  await expect(page.getByRole("table", { name: "Orders" })).toContainText(String(number));
  expect(await isTokenValid(page, token)).toBe(false);
});

test("A3 a user is made an admin and a customer again, and each question explains it", async ({ page }) => {
  const person = await newAccount(page, "Risen Person");
  await openUser(page, person);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Make administrator…" }).click();
  const rising = page.getByRole("dialog", { name: `Make ${person.fullname} an administrator?` });
  await expect(rising).toContainText("all orders and customers");
  await rising.getByLabel("Your password").fill(demoAdmin.password);
  await checkScreen(page);
  await rising.getByRole("button", { name: "Make administrator" }).click();
  await expect(page.getByText("Administrator", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Make customer…" }).click();
  const falling = page.getByRole("dialog", { name: `Make ${person.fullname} a customer?` });
  await expect(falling).toContainText("lose access to the dashboard");
  await falling.getByLabel("Your password").fill(demoAdmin.password);
  await falling.getByRole("button", { name: "Make customer" }).click();
  await expect(page.getByText("Customer", { exact: true })).toBeVisible();
});

test("A3 a refused action says why and changes nothing", async ({ page }) => {
  const person = await newAccount(page, "Last Admin");
  await openUser(page, person);
  const said = "The last administrator can't be removed or blocked.";
  await page.route(`**/v1/customers/${person.id}`, (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 409, json: { message: said, code: "last_admin" } })
      : route.fallback(),
  );
  await page.getByRole("button", { name: "Block" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Block" }).click();
  await expect(page.getByRole("alert").filter({ hasText: said })).toContainText("Couldn't save changes");
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  await expectIdle(page);
  await checkScreen(page);
});

test("R10 A3 an unknown user shows not found, with a way on", async ({ page }) => {
  await signIn(page, demoAdmin);
  for (const id of ["99999999", "ada"]) {
    await page.goto(`/dashboard/users/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: "Account not found" })).toBeVisible();
  }
  await checkScreen(page);
  await page.getByRole("main").getByRole("link", { name: "All customers" }).click();
  await expect(page).toHaveURL(/\/dashboard\/users$/);
});

import { expect, type Page } from "@playwright/test";
import { expectIdle, isTokenValid, newAccount, openUsers, usersTable as table } from "#e2e/support/accounts.ts";
import { callApi } from "#e2e/support/api.ts";
import { queryDatabase } from "#e2e/support/database.ts";
import { checkScreen, holdCalls } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

const menu = (page: Page) => page.getByRole("navigation", { name: "Dashboard" });

const rowOf = (page: Page, name: string) => table(page).getByRole("row").filter({ hasText: name });

test("R10 A3 user filters, search by '/', sort and page size are in the address; arrow keys move between rows", async ({
  page,
}) => {
  const [one, other] = [await newAccount(page, "Ada Finder"), await newAccount(page, "Zoe Finder")];
  await openUsers(page);
  await expect(table(page).getByRole("row")).toHaveCount(21);
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search customers" });
  await expect(search).toBeFocused();
  await page.keyboard.type("Find");
  await expect(page).toHaveURL(/\?name=Find$/);
  // Typing on after a pause continues in the field.
  await page.keyboard.type("er");
  await expect(page).toHaveURL(/\?name=Finder$/);
  await expect(search).toBeFocused();
  await expect(rowOf(page, one.email)).toHaveCount(1);
  await table(page).getByRole("button", { name: "Customer" }).click();
  await expect(page).toHaveURL(/name=Finder&sort=fullname/);
  await expect(table(page).getByRole("columnheader", { name: "Customer", exact: true })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await expect(table(page).getByRole("link").first()).toHaveText(/^Ada Finder/);
  await table(page).getByRole("button", { name: "Customer" }).click();
  await expect(table(page).getByRole("link").first()).toHaveText(/^Zoe Finder/);
  await table(page).getByRole("link").first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(table(page).getByRole("link").nth(1)).toBeFocused();
  await page.getByLabel("Role").selectOption("Administrators");
  await expect(page).toHaveURL(/name=Finder&role=admin/);
  await expect(page.getByRole("heading", { name: "No customers found" })).toBeVisible();
  await page.getByRole("link", { name: "Show all customers" }).click();
  await expect(page).toHaveURL(/\/dashboard\/users$/);
  await expect(search).toHaveValue("");
  await page.getByLabel("Customers on a page").selectOption("50 a page");
  await expect(page).toHaveURL(/\?per_page=50$/);
  await page.goto(`/dashboard/users?name=${other.mark}`);
  await rowOf(page, other.email).getByText("Active").click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/users/${other.id}$`));
});

test("A3 L4 new users appear live, with a badge until they are looked at", async ({ page }) => {
  await openUsers(page);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const unread = menu(page).getByRole("link", { name: /Users.*new/ });
  await expect(unread).toHaveCount(0);
  const newcomer = await newAccount(page, "Newly Joined");
  await expect(table(page).getByRole("link").first()).toHaveText(newcomer.fullname);
  await expect(unread).toHaveCount(0);
  await menu(page).getByRole("link", { name: "Dashboard" }).click();
  // The list, which shows the newcomer too, marks whoever joins as seen until it is left.
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await expect(page.getByRole("link", { name: newcomer.fullname })).toBeVisible();
  await newAccount(page, "Joined Later");
  await expect(unread).toBeVisible();
  await page.getByRole("link", { name: newcomer.fullname }).click();
  await expect(page.getByRole("heading", { level: 1, name: newcomer.fullname })).toBeVisible();
  await expect(unread).toBeVisible();
  await menu(page).getByRole("link", { name: /Users/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  await expect(unread).toHaveCount(0);
});

test("A3 one's own account has no actions and no checkbox", async ({ page }) => {
  const token = await openUsers(page, "?role=admin&name=Ada%20Keeper");
  const { data: own } = await callApi(page, token, "get", "/account/profile");
  await expect(rowOf(page, own.email)).toContainText("You");
  await expect(rowOf(page, own.email).getByRole("checkbox")).toHaveCount(0);
  await rowOf(page, own.email).getByRole("link").click();
  await expect(page.getByText("This is your account")).toBeVisible();
  await expect(page.getByRole("group", { name: "Moves" })).toHaveCount(0);
});

test("A3 several users are tagged or blocked at once, each with undo; failures are listed by name", async ({
  page,
}) => {
  const about = `Bulk${crypto.randomUUID().slice(0, 6)}`;
  const people = [await newAccount(page, about), await newAccount(page, about)] as const;
  await openUsers(page, `?name=${about}`);
  const bar = page.getByRole("group", { name: "Selected customers" });
  const all = page.getByRole("checkbox", { name: "Select all customers on this page" });
  await page.getByRole("checkbox", { name: `Select ${people[0].fullname}` }).check();
  await expect(bar.getByRole("status")).toHaveText("1 selected");
  await expect(all).toHaveJSProperty("indeterminate", true);
  await all.check();
  await expect(bar.getByRole("status")).toHaveText("2 selected");
  await expectIdle(page);
  await checkScreen(page);
  await bar.getByRole("button", { name: "Add tag" }).click();
  const form = page.getByRole("dialog", { name: "Add tag" });
  await form.getByLabel("Tag").fill(about);
  await checkScreen(page);
  await form.getByRole("button", { name: "Add tag" }).click();
  await expect(page.getByText(`Tag ${about} added to 2 customers`)).toBeVisible();
  await expect(table(page).getByText(about, { exact: true })).toHaveCount(2);
  await expect(all).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(table(page).getByText(about, { exact: true })).toHaveCount(0);
  await all.check();
  await bar.getByRole("button", { name: "Block" }).click();
  const question = page.getByRole("dialog", { name: "Block 2 accounts?" });
  await checkScreen(page);
  await question.getByRole("button", { name: "Block" }).click();
  await expect(page.getByText("2 accounts are blocked")).toBeVisible();
  await expect(table(page).getByText("Blocked", { exact: true })).toHaveCount(2);
  await expect(all).toBeFocused();
  await expect(bar.getByRole("button")).toHaveCount(0);
  expect(await isTokenValid(page, people[0].token)).toBe(false);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(table(page).getByText("Active", { exact: true })).toHaveCount(2);

  const refused = { code: "last_admin", message: "The last administrator can't be removed or blocked." };
  await page.route("**/v1/customers/status", async (route) => {
    const answer = await route.fetch({ postData: { ids: [people[0].id], account_status: "blocked" } });
    const { data } = await answer.json();
    await route.fulfill({ json: { data: [...data, { id: people[1].id, customer: null, problem: refused }] } });
  });
  await all.check();
  await bar.getByRole("button", { name: "Block" }).click();
  await question.getByRole("button", { name: "Block" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "1 of 2 not blocked" });
  await expect(alert.getByRole("listitem")).toHaveText(`${people[1].fullname}: ${refused.message}`);
  await expect(page.getByText(`${people[0].fullname} is blocked`)).toBeVisible();
  await expectIdle(page);
  await checkScreen(page);
});

test("A3 a deleted account is listed only when asked for, without name or actions", async ({ page }) => {
  const person = await newAccount(page, "Gone Person");
  await queryDatabase(
    process.env.SHOP_DATA ?? "",
    "update users set account_status = 'deleted', deleted_at = now() where id = $1",
    [person.id],
  );
  await openUsers(page, `?name=${person.mark}`);
  await expect(page.getByRole("heading", { name: "No customers found" })).toBeVisible();
  await page.getByRole("link", { name: "Deleted" }).click();
  await expect(page).toHaveURL(/status=deleted/);
  await expect(table(page).getByRole("row")).toHaveCount(2);
  await expect(table(page)).not.toContainText(person.fullname);
  await expect(table(page).getByRole("row").nth(1).getByRole("checkbox")).toHaveCount(0);
  await expectIdle(page);
  await checkScreen(page);
  await table(page).getByRole("link", { name: "Deleted account" }).click();
  await expect(page.getByText("This account has been deleted")).toBeVisible();
  await expect(page.getByRole("group", { name: "Moves" })).toHaveCount(0);
  await expect(page.getByRole("main")).not.toContainText(person.email);
  await expectIdle(page);
  await checkScreen(page);
});

test("A3 a loading account shows skeletons, and an error offers Retry", async ({ page }) => {
  await openUsers(page);
  const person = await newAccount(page, "Failing Person");
  const releasePerson = await holdCalls(page, `**/v1/customers/${person.id}`);
  await page.goto(`/dashboard/users/${person.id}`);
  await expect(page.getByText("Loading account")).toBeAttached();
  await checkScreen(page);
  await releasePerson();
  await expect(page.getByRole("heading", { level: 1, name: person.fullname })).toBeVisible();
  const calls = `**/v1/customers/${person.id}`;
  await page.route(calls, (route) => route.fulfill({ status: 403, json: { message: "No.", code: "forbidden" } }));
  await page.reload();
  await expect(page.getByRole("alert").filter({ hasText: "No." })).toBeVisible();
  await expectIdle(page);
  await checkScreen(page);
  await page.unroute(calls);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { level: 1, name: person.fullname })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "No." })).toHaveCount(0);
});

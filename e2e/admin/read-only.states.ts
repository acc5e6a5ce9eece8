import { expect, type Page } from "@playwright/test";
import { PermissionArea } from "#contract/resources/permissions.ts";
import { callApi } from "#e2e/support/api.ts";
import { dashboardPages, openPage } from "#e2e/support/dashboard.ts";
import { emailTo, linkIn } from "#e2e/support/emails.ts";
import { demoAdmin, signIn } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";
import { mayOpen } from "#web/dashboard/page-access.ts";

test("P3 staff who may only see the dashboard find no control on any screen that changes something", async ({
  page,
}) => {
  const admin = await callApi(page, undefined, "post", "/auth/login", demoAdmin);
  const pages = await dashboardPages(page, admin.access_token);
  await signIn(page, await newStaff(page, admin.access_token, allToRead));
  await page.setViewportSize({ width: 1440, height: 900 });
  // Making them would take most of the time.
  await page.route("**/*.{avif,webp,jpg,png}*", (route) => route.abort());
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`);
  });
  const found: Record<string, string[]> = {};
  await page.goto("/dashboard/alerts");
  for (const path of pages) {
    await openPage(page, path);
    await expect(page.locator("main [role=status]").filter({ hasText: /^Loading/ })).toHaveCount(0);
    const controls = await changingControls(page);
    if (controls.length > 0) found[path] = controls;
  }
  expect(found).toEqual({});
  await openPage(page, "/dashboard/settings/content");
  await page.getByRole("radio", { name: "Phone" }).check();
  await openPage(page, "/dashboard/orders");
  await page.getByRole("checkbox", { name: "Select all orders on this page" }).check();
  const bar = page.getByRole("region", { name: "Selected orders" });
  await expect(bar.getByRole("button")).toHaveText(["Print", "Export", "Clear"]);
  expect(refused).toEqual([]);
});

for (const area of PermissionArea.options)
  test(`P3 staff of ${area} alone find no link on their screens that they may not open, and no call is refused`, async ({
    page,
  }) => {
    const admin = await callApi(page, undefined, "post", "/auth/login", demoAdmin);
    const access = { isAdmin: false, permissions: { [area]: "write" } };
    const pages = await dashboardPages(page, admin.access_token);
    await signIn(page, await newStaff(page, admin.access_token, access.permissions));
    await page.route("**/*.{avif,webp,jpg,png}*", (route) => route.abort());
    const found: Record<string, string[]> = {};
    let path = "/dashboard/home";
    page.on("response", (response) => {
      if (response.status() === 403) (found[path] ??= []).push(`${response.request().method()} ${response.url()}`);
    });
    await page.goto("/dashboard/alerts");
    for (path of pages.filter((one) => mayOpen(one, access))) {
      await openPage(page, path);
      await expect(page.locator("main [role=status]").filter({ hasText: /^Loading/ })).toHaveCount(0);
      const links = await page
        .locator("a[href^='/dashboard']")
        .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
      const closed = links.filter((link) => !mayOpen(link ?? "", access)).map(String);
      if (closed.length > 0) found[path] = [...(found[path] ?? []), ...closed];
    }
    expect(found).toEqual({});
  });

const allToRead = Object.fromEntries(PermissionArea.options.map((area) => [area, "read"]));

/** Invites somebody with these permissions, and accepts. */
async function newStaff(page: Page, token: string, permissions: Record<string, string>) {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  await callApi(page, token, "post", "/staff/invitations", { email, role: "staff", permissions });
  const link = linkIn(await emailTo(email, /invited/), "accept-invitation");
  const password = "quiet-river-stone";
  const accepted = { token: decodeURIComponent(link.split("=")[1] ?? ""), fullname: "Rosa Reader", password };
  await callApi(page, undefined, "post", "/auth/invitation/accept", accepted);
  return { username: email, password };
}

/** The labels of enabled controls that could change something: fields that are no filter, and buttons by their words. */
const changingControls = (page: Page) =>
  page.evaluate(() => {
    const verbs = new Set(
      (
        "Save Add Create Delete Remove Edit Rename Move Merge Undo Import Upload Replace " +
        "Publish Cancel Issue Choose Block Mark Send Approve Reject Actions More Bold Discard Reset Test Adjust"
      ).split(" "),
    );
    const labelOf = (control: HTMLElement) =>
      (
        control.getAttribute("aria-label") ??
        (control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : control.textContent) ??
        ""
      ).trim();
    // Selected orders can be printed and exported; of the rest nothing could be done with them.
    const isRowSelection = (control: HTMLElement) =>
      labelOf(control).startsWith("Select ") && !/ orders? /.test(labelOf(control));
    // Filters are fields of no form, or of one that can be sent. A preview has the choice of its width.
    const isFilter = (control: HTMLElement) => {
      if (control.closest("fieldset")?.querySelector("legend")?.textContent === "Device") return true;
      const form = control.closest("form");
      if (form) return form.querySelector("button[type=submit]") !== null;
      return (
        control.matches("select, [type=search], [type=checkbox], [type=radio], [type=date]") && !isRowSelection(control)
      );
    };
    const controls = document.querySelectorAll<HTMLElement>(
      "main :is(button, input, select, textarea, [contenteditable=true]):not(:disabled)",
    );
    return [...controls]
      .filter((control) => control.checkVisibility())
      .filter((control) =>
        control.matches("button") ? verbs.has(labelOf(control).split(/\W/)[0] ?? "") : !isFilter(control),
      )
      .map((control) => `${control.tagName.toLowerCase()} ${labelOf(control)}`);
  });

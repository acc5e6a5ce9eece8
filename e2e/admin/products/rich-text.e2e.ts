import { expect, type Page } from "@playwright/test";
import { expectToast, openScreen, save, signInAsMerchant, uniqueName } from "#e2e/support/products.ts";
import { checkScreen } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

test.use({ viewport: { width: 1440, height: 900 } });

const unsaved = (page: Page) => page.getByText("Unsaved changes", { exact: true });
const text = (page: Page) => page.getByRole("textbox", { name: "Description (optional)", exact: true });
const tool = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name, exact: true });

const table = "<table><thead><tr><th>Size</th><td>10<sup>2</sup> cm</td></tr></thead></table>";

test("R10 A5 a description keeps what was not edited, is undone by the keyboard, and takes pasted text and links", async ({
  page,
}) => {
  const { make, read } = await signInAsMerchant(page);
  const description = `<p>An <b>old</b> text.</p><ul><li>One</li></ul>${table}`;
  const product = await make(uniqueName("Scale"), { description_html: description });
  const saved = (await read(product.id)).description_html;
  await openScreen(page, `/dashboard/products/create/${product.id}`, product.name);
  await expect(text(page).getByRole("rowheader", { name: "Size" })).toBeVisible();
  await checkScreen(page);
  await expect(unsaved(page)).toHaveCount(0);

  await text(page).getByText("text.").click();
  await page.keyboard.press("End");
  // One step of the history, however slow the machine is.
  await page.keyboard.insertText(" More");
  await expect(unsaved(page)).toBeVisible();
  await page.keyboard.press("Control+z");
  await tool(page, "Edit HTML").click();
  await expect(page.getByLabel("Description (HTML)")).toHaveValue(saved);
  await tool(page, "Edit HTML").click();

  await text(page).getByText("text.").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" See ");
  await tool(page, "Link").click();
  await page.getByLabel("Link URL").fill("example.com/scales");
  await page.keyboard.press("Enter");
  await expect(text(page).getByRole("link", { name: "example.com/scales" })).toBeVisible();
  await text(page).getByText("One").click();
  await expect(tool(page, "List")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("End");
  await paste(
    page,
    '<b style="font-weight: normal"><span style="font-weight: 700">Bold</span> and <img src="/x.png">not</b>',
  );
  await expect(text(page).getByRole("listitem")).toHaveText("OneBold and not");
  await save(page);
  await expectToast(page, `${product.name} saved`);
  const link = '<a href="https://example.com/scales" rel="nofollow noopener noreferrer">example.com/scales</a>';
  const cells = "<tr><th>Size</th><td>10<sup>2</sup> cm</td></tr>";
  expect((await read(product.id)).description_html).toBe(
    `<p>An <strong>old</strong> text. See ${link}</p><ul><li>One<strong>Bold</strong> and not</li></ul>` +
      `<table><tbody>${cells}</tbody></table>`,
  );

  const message = "This text is too long.";
  await page.route(`**/v1/product/${product.id}`, (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({
          status: 400,
          json: { code: "validation_failed", message, errors: [{ field: "description_html", code: "x", message }] },
        })
      : route.continue(),
  );
  await text(page).getByText("One").click();
  await page.keyboard.type("!");
  await save(page);
  await expect(text(page)).toHaveAttribute("aria-invalid", "true");
  await expect(text(page)).toHaveAccessibleDescription(message);
});

/** Pastes HTML at the cursor, as the browser does from its clipboard. */
const paste = (page: Page, html: string) =>
  text(page).evaluate((element, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", copied);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, html);

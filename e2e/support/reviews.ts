import type { Page } from "@playwright/test";

/** The reviews by others on a product's page. */
export const entriesOf = (page: Page) =>
  page
    .getByRole("region", { name: "Reviews" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: /^Helpful/ }) });

import { dashboardPages, openByRetry, openDashboard, openPage } from "#e2e/support/dashboard.ts";
import { expectAccessible } from "#e2e/support/screens.ts";
import { test } from "#e2e/support/shared-page.ts";

const areas = {
  "the settings": (path: string) => path.startsWith("/dashboard/settings"),
  "products, categories and stock": (path: string) => /^\/dashboard\/(products?|category|stock)/.test(path),
};
const isElsewhere = (path: string) => !Object.values(areas).some((isOf) => isOf(path));

/** The lists: all pages but those of one record, forms, figures and settings. */
const isList = (path: string) =>
  !/\d|_id|create|import|home|live|dashboard\/$|settings\/($|general|localization|checkout|payments|email|content|policies)/.test(
    path,
  );

for (const [area, isOf] of Object.entries({ ...areas, "all else": isElsewhere }))
  test(`P3 A7 the dashboard's pages of ${area}: axe finds nothing, and lists that fail to load offer Retry`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const token = await openDashboard(page, "/dashboard/home");
    const pages = (await dashboardPages(page, token)).filter(isOf);
    // Lists first: others load some of their data.
    for (const path of [...pages.filter(isList), ...pages.filter((one) => !isList(one))]) {
      await (isList(path) ? openByRetry : openPage)(page, path);
      await expectAccessible(page);
    }
  });

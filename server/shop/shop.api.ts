import { RetentionSettings } from "#contract/shop/retention.ts";
import type { PolicyVersion, SettingsGroup } from "#contract/shop/settings.ts";
import type { App } from "#server/platform/app.ts";
import { fields } from "#server/platform/csv.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { languageOf, shopLocale } from "#words/say.ts";
import { registerShopDuties } from "./duties.ts";
import { policyIn } from "./policies.ts";
import { listPolicyVersions } from "./policy-versions.sql.ts";
import { saveEmails, savePayments } from "./protected-settings.ts";
import {
  getAllSettings,
  saveContent,
  saveEmailTexts,
  saveGeneral,
  saveLocalization,
  savePolicies,
  saveSettings,
  saveStaff,
} from "./settings.admin.ts";
import { settingsChanges } from "./settings.changes.ts";
import { getPublicShop, getSettings } from "./shop.ts";

/** The shop's public settings, and the settings of the dashboard. */
export function shopRoutes(app: App) {
  const { db } = app;
  const page = async (slug: string) => (await getSettings(db)).pages.find((one) => one.slug === slug);
  app.answer("GET /shop", () => getPublicShop(app), "settings");
  app.answer(
    "GET /shop/policies/:policy",
    async ({ params }) => policyIn(await getSettings(db), params.policy, languageOf(shopLocale())),
    "settings",
  );
  app.answer("GET /shop/retention", async () => RetentionSettings.parse(await getSettings(db)), "settings");
  app.answer("GET /shop/pages", async () => (await getSettings(db)).pages, "settings");
  app.answer("GET /shop/pages/:slug", async ({ params }) => assertFound(await page(params.slug)), "settings");
  app.answerPage("GET /settings/policies/versions", ({ query }) => listPolicyVersions(db, query));
  const versionColumns = {
    ...fields("created_at", "language", "privacy", "terms", "delivery", "returns"),
    translations: ({ translations }: PolicyVersion) => JSON.stringify(translations),
  };
  // One can have a megabyte.
  app.handleExport("GET /settings/policies/versions", versionColumns, { perPage: 10 });
  app.answer("GET /settings", () => getAllSettings(app));
  settingsChanges(app);
  registerShopDuties(app);
  const about = (group: SettingsGroup) => ({ id: () => group });
  app.write("PUT /settings/general", (tx, { body }) => saveGeneral(app, tx, body), about("general"));
  app.write("PUT /settings/localization", (tx, { body }) => saveLocalization(app, tx, body), about("localization"));
  app.write("PUT /settings/checkout", (tx, { body }) => saveSettings(app, tx, "checkout", body), about("checkout"));
  app.write("PUT /settings/payments", (tx, { body }, call) => savePayments(app, tx, body, call), about("payments"));
  app.write("PUT /settings/emails", (tx, { body }, call) => saveEmails(app, tx, body, call), about("emails"));
  app.write("PUT /settings/email_templates", (tx, { body }) => saveEmailTexts(app, tx, body), about("email_templates"));
  app.write("PUT /settings/policies", (tx, { body }) => savePolicies(app, tx, body), about("policies"));
  app.write("PUT /settings/content", (tx, { body }) => saveContent(app, tx, body), about("content"));
  app.write("PUT /settings/staff", (tx, { body }) => saveStaff(app, tx, body), about("staff"));
  // Every document depends on the settings, so other images, such as those of reviews, must leave them alone.
  for (const event of ["image.deleting", "image.changed"] as const)
    app.events.on(event, async (tx, { id }) => {
      const { logo_image_id, home } = await getSettings(tx);
      const shown = (home ?? []).map((section) => (section.kind === "image_text" ? section.image_id : null));
      if ([logo_image_id, ...shown].includes(id)) await invalidate(tx, "settings");
    });
}

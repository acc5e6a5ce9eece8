import type { App } from "#server/platform/app.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { assertFound } from "#server/platform/http/problem.ts";
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
import { getPublicShop, getSettings } from "./shop.ts";

/** The shop's public settings, and the settings of the dashboard. */
export function shopRoutes(app: App) {
  const { db } = app;
  app.handle("GET /shop", async (_input, { addCacheTags }) => {
    addCacheTags("settings");
    return { data: await getPublicShop(app) };
  });
  app.handle("GET /shop/policies/:policy", async ({ params }, { addCacheTags }) => {
    addCacheTags("settings");
    return { data: { html: (await getSettings(db))[params.policy] } };
  });
  app.handle("GET /shop/pages", async (_input, { addCacheTags }) => {
    addCacheTags("settings");
    return { data: (await getSettings(db)).pages };
  });
  app.handle("GET /shop/pages/:slug", async ({ params }, { addCacheTags }) => {
    addCacheTags("settings");
    const { pages } = await getSettings(db);
    return { data: assertFound(pages.find(({ slug }) => slug === params.slug)) };
  });
  app.handle("GET /settings", async () => ({ data: await getAllSettings(app) }));
  app.handle("PUT /settings/general", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => saveGeneral(app, tx, body)),
  }));
  app.handle("PUT /settings/localization", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => saveLocalization(app, tx, body)),
  }));
  app.handle("PUT /settings/checkout", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => saveSettings(app, tx, "checkout", body)),
  }));
  app.handle("PUT /settings/payments", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => saveSettings(app, tx, "payments", body)),
  }));
  app.handle("PUT /settings/emails", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => saveSettings(app, tx, "emails", body)),
  }));
  app.handle("PUT /settings/email_templates", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => saveEmailTexts(app, tx, body)),
  }));
  app.handle("PUT /settings/policies", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => savePolicies(app, tx, body)),
  }));
  app.handle("PUT /settings/content", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => saveContent(app, tx, body)),
  }));
  app.handle("PUT /settings/staff", async ({ body }, { idempotency }) => ({
    data: await idempotency.transaction(db, (tx) => saveStaff(app, tx, body)),
  }));
  // The logo may be deleted with the call for images.
  for (const event of ["image.deleting", "image.changed"] as const)
    app.events.on(event, (tx) => invalidate(tx, "settings"));
}

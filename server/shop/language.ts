import type { App } from "#server/platform/app.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { loadLanguage } from "#server/platform/language.ts";
import { defaultLanguage, setLanguage } from "#words/say.ts";
import { getPublicShop } from "./shop.ts";

/** Sets the default language of this process to the shop's, and follows changes of the setting. */
export async function useShopLanguage(app: App) {
  const { bus, db, http, log } = app;
  let loading: Promise<unknown> | undefined;
  /** Returns whether the language changed. */
  const load = async () => {
    const { locale } = await getPublicShop(app);
    if (locale === defaultLanguage().locale) return false;
    setLanguage(locale, loadLanguage(locale).messages);
    return true;
  };
  const reload = async (isLoaded: Promise<boolean>) => {
    if (!(await isLoaded)) return;
    // Responses cached meanwhile may be in the previous language.
    app.responseCache.clear();
    await inTransaction(db, (tx) => invalidate(tx, "settings"));
  };
  bus.subscribe((tags, missed) => {
    if (!missed && !tags.includes("settings")) return;
    const isLoaded = load();
    if (!missed) loading = isLoaded;
    return reload(isLoaded).catch((error) => log.warn({ err: error }, "the language of the shop could not be loaded"));
  });
  // The next request after a change of the settings is answered in the new language.
  http.addHook("onRequest", async () => {
    await loading?.catch(() => undefined);
  });
  await load();
}

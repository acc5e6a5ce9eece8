import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { App } from "#server/platform/app.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { languageOf, type Messages, setLanguage, shopLocale } from "#words/say.ts";
import { getPublicShop } from "./shop.ts";

/** Sets the language of this process to the shop's, and follows changes of the setting. */
export async function useShopLanguage(app: App) {
  const { bus, db, log } = app;
  const load = async () => applyLocale((await getPublicShop(app)).locale);
  const reload = async () => {
    if (!(await load())) return;
    // Responses cached meanwhile may be in the previous language.
    app.responseCache.clear();
    await inTransaction(db, (tx) => invalidate(tx, "settings"));
  };
  bus.subscribe((tags, missed) => {
    if (!missed && !tags.includes("settings")) return;
    return reload().catch((error) => log.warn({ err: error }, "the language of the shop could not be loaded"));
  });
  await load();
}

/** Returns whether the language changed. */
function applyLocale(locale: string): boolean {
  if (locale === shopLocale()) return false;
  const language = languageOf(locale);
  const messages = loadMessages(language);
  setLanguage(locale, messages);
  // For zod's own messages, where the contract has none.
  const zodLocale = (z.locales as Record<string, typeof z.locales.en | undefined>)[messages ? language : "en"];
  z.config((zodLocale ?? z.locales.en)());
  return true;
}

/** The translations of a language, if there are any. English texts are in the code. */
function loadMessages(language: string): Messages | undefined {
  const file = new URL(`../../words/${language}.json`, import.meta.url);
  if (!/^[a-z]{2,3}$/.test(language) || language === "en" || !existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, "utf8")) as Messages;
}

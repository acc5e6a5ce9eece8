import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { App } from "#server/platform/app.ts";
import { changed, inTransaction } from "#server/platform/database/transaction.ts";
import { languageOf, shopLocale, speak, type Words } from "#words/say.ts";
import { getPublicShop } from "./shop.ts";

/** From now on this process says everything in the language of the shop, also when another one is set. */
export async function useShopLanguage(app: App) {
  const { bus, db, log } = app;
  const learn = async () => setLanguage((await getPublicShop(app)).locale);
  const relearn = async () => {
    if (!(await learn())) return;
    // What was written down in between may still be in the language before.
    app.reads.clear();
    await inTransaction(db, (tx) => changed(tx, "settings"));
  };
  bus.listen((topics, missed) => {
    if (!missed && !topics.includes("settings")) return;
    return relearn().catch((error) => log.warn({ err: error }, "the language of the shop is not known"));
  });
  await learn();
}

/** Whether that is news. */
function setLanguage(locale: string): boolean {
  if (locale === shopLocale()) return false;
  const language = languageOf(locale);
  const words = loadMessages(language);
  speak(locale, words);
  // What zod itself finds wrong with an input, where the contract has no words for it.
  const said = (z.locales as Record<string, typeof z.locales.en | undefined>)[words ? language : "en"];
  z.config((said ?? z.locales.en)());
  return true;
}

/** The catalogue of a language, if there is one; English is in the code. */
function loadMessages(language: string): Words | undefined {
  const file = new URL(`../../words/${language}.json`, import.meta.url);
  if (!/^[a-z]{2,3}$/.test(language) || language === "en" || !existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, "utf8")) as Words;
}

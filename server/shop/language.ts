import type { FastifyInstance, FastifyRequest } from "fastify";
import type { App } from "#server/platform/app.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { httpOnly, isSecure, requestOrigin } from "#server/platform/http/request-origin.ts";
import {
  loadLanguage,
  otherLanguages,
  setOtherLanguages,
  translatedLanguages,
  varyByLanguage,
} from "#server/platform/language.ts";
import { defaultLanguage, type Language, languageOf, setLanguage } from "#words/say.ts";
import { getPublicShop } from "./shop.ts";

const languageCookie = "language";
const dashboardUrl = /^(https?:\/\/[^/]+)?\/dashboard(\/|$)/;
const cookieSeconds = 365 * 86_400;

/**
 * Sets the default language of this process to the shop's and that of a request to what its visitor has chosen, and
 * follows changes of the settings.
 */
export async function useShopLanguage(app: App) {
  const { bus, db, http, log } = app;
  let loading: Promise<unknown> | undefined;
  /** Returns whether the default language changed. */
  const load = async () => {
    const { locale, other_languages } = await getPublicShop(app);
    setOtherLanguages(other_languages.map((language) => loadLanguage(withRegionOf(locale, language))));
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
  http.addHook("onRequest", async (request, reply) => {
    // The next request after a change of the settings is answered in the new language.
    await loading?.catch(() => undefined);
    if (otherLanguages().length === 0) return;
    // The dashboard and its calls are not for customers.
    const page = request.url.startsWith("/v1/") ? request.headers.referer : request.url;
    if (!dashboardUrl.test(page ?? "")) request.language = chooseLanguage(request);
    if (!/^\/(assets|images)\//.test(request.url)) reply.header("vary", varyByLanguage);
  });
  await http.register(languageForm, app);
  await load();
}

/** `en-AT` for English in a shop with the locale `de-AT`. */
function withRegionOf(locale: string, language: string): string {
  const { region } = new Intl.Locale(locale);
  return region ? `${language}-${region}` : language;
}

/** The language of the cookie, else the one the browser prefers; undefined is the default one. */
function chooseLanguage({ cookies, headers }: FastifyRequest): Language | undefined {
  const wanted = [cookies[languageCookie] ?? "", ...acceptedLanguages(headers["accept-language"])];
  const offered = [defaultLanguage(), ...otherLanguages()];
  const chosen = wanted.flatMap((code) => offered.find(({ locale }) => languageOf(locale) === code) ?? [])[0];
  return chosen === offered[0] ? undefined : chosen;
}

/** The languages of an Accept-Language header, the preferred ones first: `de` for `de-CH;q=0.9`. */
const acceptedLanguages = (header = ""): string[] =>
  header
    .split(",")
    .map((part) => ({
      language: /^\s*([a-z]+)/i.exec(part)?.[1]?.toLowerCase() ?? "",
      weight: Number(/;\s*q=([\d.]+)/.exec(part)?.[1] ?? 1),
    }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ language }) => language);

/** The form in the footer of the storefront: sets the cookie and shows the same page again, also without scripts. */
async function languageForm(http: FastifyInstance, { config }: App) {
  http.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body)).get("language")),
  );
  http.post("/language", { schema: { hide: true } }, (request, reply) => {
    const { body, headers } = request;
    const secure = isSecure(config, request);
    if (typeof body === "string" && translatedLanguages.has(body))
      reply.setCookie(languageCookie, body, { ...httpOnly, path: "/", maxAge: cookieSeconds, secure });
    const isOwnPage = headers.referer?.startsWith(`${requestOrigin(config, request)}/`);
    return reply.redirect(isOwnPage && headers.referer ? headers.referer : "/", 303);
  });
}

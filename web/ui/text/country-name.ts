import { shopLocale } from "#words/say.ts";

/** The name of a country in the shop's language. */
export const countryName = (code: string) => new Intl.DisplayNames(shopLocale(), { type: "region" }).of(code) ?? code;

export const sortCountries = (codes: readonly string[]) =>
  codes
    .map((code) => ({ code, name: countryName(code) }))
    .sort((one, other) => one.name.localeCompare(other.name, shopLocale()))
    .map(({ code }) => code);

import { shopLocale } from "#words/say.ts";

/** The name of a country in the shop's language. */
export const countryName = (code: string) => new Intl.DisplayNames(shopLocale(), { type: "region" }).of(code) ?? code;

/** Countries sorted by their names. */
export const sortCountries = (codes: readonly string[]) =>
  [...codes].sort((one, other) => countryName(one).localeCompare(countryName(other), shopLocale()));

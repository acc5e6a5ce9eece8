/** Name of a country in this locale. */
export const countryName = (code: string, locale: string) =>
  new Intl.DisplayNames([locale], { type: "region" }).of(code) ?? code;

/** Countries with their names, by name. */
export const sortCountries = (codes: readonly string[], locale: string) =>
  codes
    .map((code) => ({ code, name: countryName(code, locale) }))
    .sort((one, other) => one.name.localeCompare(other.name, locale));

/** What a locale is called, such as "Austrian German". */
export const localeName = (locale: string) => new Intl.DisplayNames("en", { type: "language" }).of(locale) ?? locale;

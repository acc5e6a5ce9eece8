import { createContext, use } from "react";

/** What the furniture itself says, in English. The shell hands over another language with `<Language value={...}>`. */
export const englishWords = {
  add: "One more",
  back: "Back",
  cancel: "Cancel",
  close: "Close",
  dark: "Dark",
  dismiss: "Dismiss",
  fewer: "One fewer",
  light: "Light",
  loading: "Loading...",
  next: "Next",
  notifications: "Messages",
  of: (page: number, pages: number) => `Page ${page} of ${pages}`,
  optional: "optional",
  pages: "Pages",
  previous: "Previous",
  priceFrom: "From",
  priceNow: "Now",
  priceWas: "Was",
  quantity: "Quantity",
  rated: (average: string, count: number | undefined) =>
    `Rated ${average} out of 5${count === undefined ? "" : `, ${count} ${count === 1 ? "review" : "reviews"}`}`,
  remove: (what: string) => `Remove ${what}`,
  system: "System",
  theme: "Theme",
  unavailable: "not available",
  youAreHere: "You are here",
};

export type Words = typeof englishWords;

/** The locale for prices, dates and numbers (BCP 47), and the words above in its language. */
export const Language = createContext<{ locale: string; words: Words }>({ locale: "en", words: englishWords });

export const useWords = () => use(Language).words;
export const useLocale = () => use(Language).locale;

import { type CustomerEmail, customerEmails } from "#contract/emails.ts";

/** Whose texts are edited. */
export interface EmailChoice {
  language: string;
  email: CustomerEmail;
}

/**
 * Language and email that a URL names, by default the shop's language, which is the first, and the first email. Unsaved changes
 * are stored by URL when a session ends, so each language has its own.
 */
export const readEmailChoice = (search: URLSearchParams, languages: readonly string[]): EmailChoice => ({
  language: languages.find((one) => one === search.get("language")) ?? languages[0] ?? "en",
  email: customerEmails.find((one) => one === search.get("email")) ?? "order_confirmed",
});

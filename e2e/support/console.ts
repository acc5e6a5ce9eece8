import type { Page } from "@playwright/test";

/** Preloads that a busy browser uses late, and what blocked service workers cause. */
const ignored = [
  "was preloaded using link preload but not used",
  "Service Worker registration blocked",
  "Cannot destructure property 'scope'",
];

/** Errors and warnings in the page's console from now on, among them failed hydration. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  const add = (text: string) => {
    if (!ignored.some((words) => text.includes(words))) errors.push(text);
  };
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && add(message.text()));
  page.on("pageerror", (error) => add(String(error)));
  return errors;
}

import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { api } from "#contract/api.ts";

/** Calls that no screen makes, and who does. */
const withoutScreen = {
  "GET /auth/login/google/callback": "The sign-in provider sends the browser here.",
  "POST /webhooks/payments/:provider": "The payment provider reports payments.",
  "POST /images/reorder": "Scripts; the product editor saves the order with the product.",
  "DELETE /variations/:id": "Scripts; the product editor saves the variations with the product.",
  "POST /product/:id/tag/:tagId": "Scripts; the product editor saves the tags with the product.",
  "DELETE /product/:id/tag/:tagId": "Scripts; the product editor saves the tags with the product.",
  "POST /wishlist/:id/to-cart": "Apps; the wishlist page adds to the cart, and products stay until they are removed.",
  "GET /shop/pages": "The sitemap lists them.",
  "GET /redirects/resolve": "The server that answers pages looks up old addresses.",
  "GET /settings/policies/versions": "Apps; the settings page downloads all of them.",
  "GET /orders/:id/invoice": "Accounting programs; the order page lists all its documents.",
} as const;

// The audit log names calls that others made, and the list of public calls is no call.
const files = globSync("web/**/*.{ts,tsx}").filter(
  (file) => !/\.(test|fixture)\.tsx?$|audit-labels|public-calls/.test(file),
);
const code = files.map((file) => readFileSync(file, "utf8")).join("\n");
// A settings page builds the name of its call: `PUT /settings/${group}`.
const template = (route: string) => `\`${route.replace(/[^/]+$/, "")}\${`;
const isUsed = (route: string) => {
  const path = route.slice(route.indexOf(" ") + 1);
  return code.includes(`"${route}"`) || code.includes(template(route)) || code.includes(`"/v1${path}"`);
};

test("A7 each call of the API has a screen that makes it, or is one for other programs", () => {
  const unused = Object.keys(api).filter((route) => !isUsed(route));
  expect(unused.toSorted()).toEqual(Object.keys(withoutScreen).toSorted());
});

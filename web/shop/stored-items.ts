import { fixedRetention } from "#contract/shop/retention-periods.ts";
import { say, sayCount, text } from "#words/say.ts";

/** Something the shop stores in a browser. */
export interface StoredItem {
  kind: "cookie" | "localStorage" | "sessionStorage" | "cache";
  /** Its names; `*` stands for any text. */
  names: string[];
  purpose: string;
  /** Days until it expires, if it does by itself. */
  days?: number;
  /** What ends it otherwise. */
  until?: string;
  /** Whether something the customer asked for can't work without it; `chosen`: it is a choice they made. */
  need: "necessary" | "chosen" | "convenience";
  /** The setting of the shop that turns it off. */
  setting?: "recently_viewed";
  /** Only the dashboard stores it. */
  isForStaff?: true;
}

const signOut = text("Until you sign out");
const tab = text("Until you close the tab");
const deleted = text("Until you delete it");

/** Everything the shop stores in browsers: the privacy page and docs/privacy.md show it, and `e2e/shell/stored-items.e2e.ts` looks. */
export const storedItems: StoredItem[] = [
  {
    kind: "cookie",
    names: ["guest_id"],
    purpose: text("Remembers the cart while you're not signed in."),
    days: fixedRetention.guest_cart,
    need: "necessary",
  },
  {
    kind: "cookie",
    names: ["device_id"],
    purpose: text("Recognizes your device at sign-in, so that failed attempts by others don't lock you out."),
    days: 400,
    need: "necessary",
  },
  {
    kind: "cookie",
    names: ["language"],
    purpose: text("Remembers the language you choose."),
    days: 365,
    need: "chosen",
  },
  {
    kind: "cookie",
    names: ["sign_in_visit"],
    purpose: text("Leads back here when you sign in with another provider."),
    days: 1,
    need: "necessary",
  },
  {
    kind: "localStorage",
    names: ["access_token", "refresh_token", "role", "account_status"],
    purpose: text("Keep you signed in."),
    until: signOut,
    need: "necessary",
  },
  {
    kind: "localStorage",
    names: ["mine:user", "mine:former_users"],
    purpose: text("Keep what you enter from others who sign in with this browser."),
    until: signOut,
    need: "necessary",
  },
  {
    kind: "localStorage",
    names: ["mine:checkout_draft"],
    purpose: text("Keeps what you enter at checkout, such as your name, address and email."),
    until: signOut,
    need: "necessary",
  },
  {
    kind: "localStorage",
    names: ["mine:review_drafts"],
    purpose: text("Keeps reviews you haven't sent yet."),
    until: signOut,
    need: "necessary",
  },
  {
    kind: "localStorage",
    names: ["mine:recently_viewed"],
    purpose: text("Shows the products you viewed last."),
    until: signOut,
    need: "convenience",
    setting: "recently_viewed",
  },
  {
    kind: "localStorage",
    names: ["theme"],
    purpose: text("Remembers the light or dark theme you choose."),
    until: deleted,
    need: "chosen",
  },
  {
    kind: "localStorage",
    names: ["dashboard-sidebar"],
    purpose: text("Remembers whether the menu is folded."),
    until: deleted,
    need: "chosen",
    isForStaff: true,
  },
  {
    kind: "sessionStorage",
    names: ["mine:attempt_*"],
    purpose: text("Keeps an order or payment from being sent twice."),
    until: tab,
    need: "necessary",
  },
  {
    kind: "sessionStorage",
    names: ["return-after-sign-in"],
    purpose: text("Leads back to the page where you began to sign in."),
    until: tab,
    need: "necessary",
  },
  {
    kind: "sessionStorage",
    names: ["lost navigation", "reloaded: *", "react-router-*"],
    purpose: text("Keep your place on a page, also when its files were replaced meanwhile."),
    until: tab,
    need: "necessary",
  },
  {
    kind: "sessionStorage",
    names: ["mine:manual_order", "mine:product*"],
    purpose: text("Keep what staff haven't saved yet."),
    until: tab,
    need: "necessary",
    isForStaff: true,
  },
  {
    kind: "cache",
    names: ["pages-*", "images-*"],
    purpose: text("Keep the pages you visited, and so what you searched for, for use without a connection."),
    until: signOut,
    need: "convenience",
  },
  {
    kind: "cache",
    names: ["files-*"],
    purpose: text("Keep the shop's scripts and styles for use without a connection."),
    until: deleted,
    need: "convenience",
  },
];

/** How long an item is stored, as shown. */
export const lifetimeOf = ({ days, until }: StoredItem): string =>
  days === undefined ? say(until ?? "") : sayCount("1 day", "{n} days", days);

const needs = {
  necessary: text("Yes"),
  chosen: text("Yes, you choose it"),
  convenience: text("No"),
};
export const needOf = ({ need }: StoredItem): string => say(needs[need]);

export const kindLabels = {
  cookie: text("Cookie"),
  localStorage: text("Local storage"),
  sessionStorage: text("Session storage"),
  cache: text("Cache of the service worker"),
};

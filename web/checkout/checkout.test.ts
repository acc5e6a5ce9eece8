import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Quote } from "#contract/checkout.ts";
import type { Order } from "#contract/orders/orders.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { signIn } from "#web/api/session/session.ts";
import { arrivalText, orderArrival } from "./arrival-text.ts";
import { blankDetails, clearDraft, loadDraft, markDraftPlaced, reopenDraft, saveDraft } from "./draft.ts";
import { attempt, attemptKey } from "./idempotent-attempt.ts";
import { announceTimeLeft, formatTimeLeft, secondsLeft } from "./time-left.ts";
import { settledAddress, toQuoteQuery } from "./use-current-quote.ts";
import { remainingProblems } from "./use-place-order-form.ts";
import { toNewOrder, validateDetails } from "./validate-details.ts";

function memory(): Storage {
  const entries = new Map<string, string>();
  return {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
    clear: () => entries.clear(),
    key: (index) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
  };
}

beforeEach(() => {
  vi.stubGlobal("localStorage", memory());
  vi.stubGlobal("sessionStorage", memory());
});
afterEach(() => vi.unstubAllGlobals());

describe("the draft", () => {
  const typed = { ...blankDetails, email: "dana@example.com", address: { ...blankDetails.address, city: "Vienna" } };
  test("R6 is restored", () => {
    saveDraft(7, typed);
    expect(loadDraft(7)).toEqual(typed);
  });
  test("of a placed order gives the next one neither its note nor its choice of address, unless the order is edited", () => {
    saveDraft(7, { ...typed, note: "Ring twice", choice: "3" });
    markDraftPlaced();
    const { note: _note, choice: _choice, save_address: _save, ...lasting } = typed;
    expect(loadDraft(7)).toEqual(lasting);
    reopenDraft();
    expect(loadDraft(7)).toEqual({ ...typed, note: "Ring twice", choice: "3" });
  });
  test("is not shown to another customer in the same browser", () => {
    saveDraft(7, typed);
    expect(loadDraft(8)).toEqual({});
    expect(loadDraft(7)).toEqual({});
  });
  const tokenOf = (sub: number) => `head.${btoa(JSON.stringify({ sub: String(sub) }))}.sign`;
  const session = (id: number, account_status: "provisional" | "active") =>
    ({ access_token: tokenOf(id), refresh_token: "r", role: "customer", account_status }) as const;
  test("goes on, but its email, with who was a guest before; not once somebody has signed out", () => {
    signIn(session(7, "provisional"));
    saveDraft(7, typed);
    signIn(session(8, "provisional"));
    const { email: _email, ...rest } = typed;
    expect(loadDraft(8)).toEqual(rest);
    signIn(session(9, "active"));
    expect(loadDraft(9)).toEqual(rest);
    signIn(session(10, "active"));
    expect(loadDraft(10)).toEqual({});
  });
  test.each(["provisional", "active"] as const)(
    "of an order that a guest has placed isn't shown to the next account, %s, on the device",
    (status) => {
      signIn(session(7, "provisional"));
      saveDraft(7, typed);
      markDraftPlaced();
      expect(loadDraft(7).address).toEqual(typed.address);
      // The guest left without signing out.
      signIn(session(8, status));
      expect(loadDraft(8)).toEqual({});
      expect(loadDraft(7)).toEqual({});
    },
  );
  test("drops values stored by an older version", () => {
    localStorage.setItem(
      "mine:checkout_draft",
      JSON.stringify({
        owner: 7,
        details: { email: 5, note: "Ring twice", card: "4242", address: { city: "Graz", line1: null } },
      }),
    );
    expect(loadDraft(7)).toEqual({ note: "Ring twice", address: { ...blankDetails.address, city: "Graz" } });
  });
  test("is empty when storage is invalid or blocked", () => {
    localStorage.setItem("mine:checkout_draft", "{");
    expect(loadDraft(7)).toEqual({});
    vi.stubGlobal("localStorage", undefined);
    saveDraft(7, typed);
    clearDraft();
    expect(loadDraft(7)).toEqual({});
  });
});

describe("an idempotent attempt", () => {
  test("has the same key until it is answered", async () => {
    const seen: string[] = [];
    const lost = attempt("order", { hash: "a" }, async (key) => {
      seen.push(key);
      throw new CallProblem(0, {});
    });
    await expect(lost).rejects.toThrow();
    await attempt("order", { hash: "a" }, async (key) => void seen.push(key));
    await attempt("order", { hash: "a" }, async (key) => void seen.push(key));
    expect(seen[1]).toBe(seen[0]);
    expect(seen[2]).not.toBe(seen[0]);
  });
  test("ends with a problem, not with a server error", async () => {
    const fails = (status: number, code: string) =>
      attempt("order", "x", async () => {
        throw new CallProblem(status, { code });
      }).catch(() => attemptKey("order", "x"));
    const first = attemptKey("order", "x");
    expect(await fails(503, "busy")).toBe(first);
    expect(await fails(409, "in_progress")).toBe(first);
    expect(await fails(429, "too_many_requests")).toBe(first);
    expect(await fails(401, "session_expired")).toBe(first);
    expect(await fails(409, "quote_changed")).not.toBe(first);
  });
  test("has the same key where storage is blocked", async () => {
    vi.stubGlobal("sessionStorage", undefined);
    expect(attemptKey("blocked", "a")).toBe(attemptKey("blocked", "a"));
    await attempt("blocked", "a", async () => undefined);
  });
  test("has another key for another input", () => {
    expect(attemptKey("order", { hash: "a" })).not.toBe(attemptKey("order", { hash: "b" }));
  });
});

describe("the time left", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  test.each([
    ["2026-03-01T12:00:45.2Z", "46 s"],
    ["2026-03-01T12:12:05Z", "12 min 05 s"],
    ["2026-03-01T13:05:00Z", "1 h 05 min"],
    ["2026-03-01T11:00:00Z", "0 s"],
  ])("until %s it is %s", (until, text) => {
    expect(formatTimeLeft(secondsLeft(until, now) ?? -1)).toBe(text);
  });
  test("is null without a deadline, and announced in minutes", () => {
    expect(secondsLeft(null, now)).toBeNull();
    expect([announceTimeLeft(60), announceTimeLeft(61)]).toEqual([
      "About 1 minute left to pay",
      "About 2 minutes left to pay",
    ]);
  });
});

describe("the input of a quote", () => {
  const address = { ...blankDetails.address, country: "CA", postal_code: " K0B 1A0 ", region_code: "ON" };
  test("R6 has postal code and region of a new address with a country", () => {
    expect(toQuoteQuery({ choice: "new", method: "3", address })).toEqual({
      country: "CA",
      postal_code: "K0B 1A0",
      region_code: "ON",
      shipping_method_id: 3,
    });
    expect(toQuoteQuery({ choice: "new", method: "", address: { ...address, country: "" } })).toEqual({});
    expect(
      toQuoteQuery({ choice: "new", method: "", address: { ...address, postal_code: "", region_code: " " } }),
    ).toEqual({
      country: "CA",
    });
  });
  test("has the region of the country that is chosen now, at once", () => {
    const typed = { country: "US", postal_code: "", region_code: "" };
    expect(settledAddress("K0B 1A0\nON\nCA", typed)).toEqual(typed);
    expect(settledAddress("K0B\nON\nCA", { ...address, country: "CA" })).toEqual({
      country: "CA",
      postal_code: "K0B",
      region_code: "ON",
    });
  });
  test("R6 has only the id of a saved address", () => {
    expect(toQuoteQuery({ choice: "12", method: "", address })).toEqual({ address_id: 12 });
  });
});

describe("problems after the first attempt", () => {
  const name = { field: "address.fullname", message: "Name required" } as const;
  const city = { field: "address.city", message: "City required" } as const;
  test("R6 D2 disappear once their field is valid", () => {
    expect(remainingProblems([name, city], [city], "address.fullname")).toEqual([city]);
  });
  test("R6 D2 appear at a changed field, not at untouched ones", () => {
    expect(remainingProblems([city], [name, city], "address.fullname")).toEqual([city, name]);
    expect(remainingProblems([], [name, city], "choice")).toEqual([]);
  });
  test("R6 D2 are updated when they depend on another field; those of the server stay until their field changes", () => {
    const before = { field: "address.postal_code", message: "Enter a postal code, such as 10115." } as const;
    const after = { ...before, message: "Enter a postal code, such as 94105." };
    const fromServer = { field: "email", message: "Nobody there", fromServer: true } as const;
    expect(remainingProblems([before, fromServer], [after], "address.country")).toEqual([after, fromServer]);
    expect(remainingProblems([fromServer], [], "email")).toEqual([]);
  });
});

test("R6 an invalid address is not sent: each problem names an example", () => {
  const address = {
    ...blankDetails.address,
    fullname: "Robin",
    line1: "Main St 1",
    city: "Springfield",
    country: "US",
  };
  const details = {
    ...blankDetails,
    email: "robin@example.com",
    address: { ...address, postal_code: "zz", phone: "none" },
  };
  expect(validateDetails(details).map(({ message }) => message)).toEqual([
    "Select a state.",
    "Enter a ZIP code, such as 94105.",
    "Enter a phone number, such as +49 30 1234567.",
  ]);
  expect(validateDetails({ ...details, address: { ...address, country: "HK" } })).toEqual([]);
});

test("R6 invalid fields are listed in the order of the form, the country's own included", () => {
  const details = { ...blankDetails, billing_same: false };
  const fieldsIn = (country: string) =>
    validateDetails({ ...details, address: { ...blankDetails.address, country } }).map(({ field }) => field);
  expect(fieldsIn("DE").slice(0, 6)).toEqual([
    "email",
    "address.fullname",
    "address.line1",
    "address.postal_code",
    "address.city",
    "billing.country",
  ]);
  const address = {
    ...blankDetails.address,
    country: "US",
    fullname: "Robin",
    line1: "Main St 1",
    city: "Springfield",
  };
  const billing = { ...address, country: "DE", postal_code: "zz", phone: "none" };
  expect(validateDetails({ ...details, address, billing }).map(({ field }) => field)).toEqual([
    "email",
    "address.region_code",
    "address.postal_code",
    "billing.postal_code",
    "billing.phone",
  ]);
});

test("R6 values of fields that the country or an empty company hides are not sent", () => {
  const quote = { quote_hash: "x", shipping_method_id: 3 } as Quote;
  const address = { ...blankDetails.address, fullname: "Robin", line1: "Lindenweg 8", city: "Berlin", country: "DE" };
  const typed = { ...address, postal_code: "10115", region_code: "NY", vat_id: "DE123456788" };
  const details = { ...blankDetails, email: " robin@example.com ", address: typed, billing_same: false };
  const order = toNewOrder({ ...details, billing: { ...typed, company: "Reader Ltd" } }, quote, "cart");
  expect(order).toMatchObject({ email: "robin@example.com", shipping_method_id: 3, save_address: true });
  expect(order.shipping_address).toEqual({
    fullname: "Robin",
    line1: "Lindenweg 8",
    city: "Berlin",
    country: "DE",
    postal_code: "10115",
  });
  expect(order.billing_address).toMatchObject({ company: "Reader Ltd", vat_id: "DE123456788" });
  expect(toNewOrder({ ...details, choice: "12", billing_same: true }, quote, "cart")).not.toHaveProperty(
    "billing_address",
  );
});

const friday = Date.parse("2026-11-27T12:00:00Z");

test.each([
  [1, 3, "Arrives 2 to 4 business days after your payment."],
  [0, 0, "Arrives 1 business day after your payment."],
])("R6 a delivery of %i to %i days names no date while its transfer is awaited", (min_days, max_days, text) => {
  expect(arrivalText({ min_days, max_days }, friday, true)).toBe(text);
  expect(arrivalText({ min_days, max_days }, friday, false)).toMatch(
    min_days === 0 ? /^Arrives Mon, Nov 30\.$/ : /^Arrives Tue, Dec 1/,
  );
});

test("R6 an order that can still be paid says when it arrives, as the checkout did; one that has ended doesn't", () => {
  const method = { id: 1, name: "Express", carrier: null, min_days: 1, max_days: 1 };
  const unpaid = {
    status: "pending_payment",
    fulfilment_status: "unfulfilled",
    confirmed_at: null,
    shipping_method: method,
    payments: [{ provider: "card", status: "failed" }],
  } as unknown as Order;
  expect(orderArrival(unpaid, friday)).toBe(arrivalText(method, friday, false));
  expect(orderArrival({ ...unpaid, payments: [] }, friday)).toBe(arrivalText(method, friday, false));
  const confirmed: Order = { ...unpaid, status: "confirmed", confirmed_at: new Date(friday).toISOString() };
  expect(orderArrival(confirmed, friday + 9 * 86_400_000)).toBe(arrivalText(method, friday, false));
  expect(orderArrival({ ...unpaid, status: "cancelled" }, friday)).toBeUndefined();
  expect(orderArrival({ ...confirmed, fulfilment_status: "fulfilled" }, friday)).toBeUndefined();
  const transfer = { ...unpaid, payments: [{ provider: "bank" }] } as Order;
  expect(orderArrival(transfer, friday)).toBe(arrivalText(method, friday, true));
});

import type { Order } from "#contract/orders/orders.ts";

const sampleNumber = 1001;
const sampleAmount = 1990;
/** What stands for texts about a customer and what they ordered, by field. */
const samples: Record<string, string | null> = {
  fullname: "Ada Example",
  email: "ada@example.com",
  unconfirmed_email: null,
  username: null,
  company: null,
  vat_id: null,
  line1: "Sample Street 1",
  line2: null,
  city: "Berlin",
  region_code: null,
  postal_code: "10115",
  country: "DE",
  phone: null,
  customer_note: null,
  coupon_code: null,
  tracking_number: "0000000000",
  tracking_url: null,
  hold_reason: null,
  refund_iban: null,
};

/** An order with the states and methods of this one, for those who may not read it: other people, items and amounts. */
export function toSampleOrder(order: Order): Order {
  const sample = replaceTexts(order) as Order;
  return {
    ...sample,
    id: "00000000-0000-4000-8000-000000000000",
    number: sampleNumber,
    timeline: [],
    // It names a business.
    reverse_charge: null,
    items: sample.items.slice(0, 1).map((item) => ({ ...item, name: "Sample product", options: [], quantity: 1 })),
  };
}

function replaceTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replaceTexts);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, sampleOf(name, field)]));
}

function sampleOf(name: string, field: unknown): unknown {
  if (name === "amount" && typeof field === "number") return sampleAmount;
  return typeof field === "string" && name in samples ? samples[name] : replaceTexts(field);
}

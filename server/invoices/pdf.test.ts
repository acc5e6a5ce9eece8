import { expect, test } from "vitest";
import { pagesOf, type Written } from "#server/testing/pdf.ts";
import { type Address, documentLabels, type InvoiceDocument } from "./document.ts";
import { pdfOf } from "./pdf.ts";

/** A text of this length with distinct words. */
const words = (length: number) =>
  "Gesellschaft mbH & Partner "
    .repeat(20)
    .slice(0, length - 1)
    .concat("!");
const unbroken = (length: number) => "W".repeat(length);
const apart = (one: Written, other: Written) =>
  one.right <= other.left + 0.1 || other.right <= one.left + 0.1 || one.top <= other.bottom || other.top <= one.bottom;
const clashes = (page: Written[]) =>
  page.flatMap((one, index) =>
    page.slice(index + 1).flatMap((other) => (apart(one, other) ? [] : [`${one.text} / ${other.text}`])),
  );
const outside = (page: Written[]) =>
  page.filter(({ left, right, bottom }) => left < 55 || right > 540 || bottom < 40).map(({ text }) => text);
const textOf = (pages: Written[][]) =>
  pages
    .flat()
    .map(({ text }) => text)
    .join("\n");

/** A document whose texts are made by `of`, each at its maximum length. */
function documentOf(of: (length: number) => string, changes: Partial<InvoiceDocument> = {}): InvoiceDocument {
  const address = {
    fullname: of(120),
    company: of(120),
    line1: of(200),
    line2: of(200),
    postal_code: "12345",
    city: of(120),
    region_code: null,
    country: "DE",
    phone: null,
  } as Address;
  const line = {
    text: of(200),
    detail: of(200),
    quantity: 999,
    unit_price: 123_450,
    adjustments: [{ label: `Discount (${of(40)})`, amount: -123_450 }],
    amount: 123_450,
    tax: 19_710,
    tax_rate_bp: 1900,
  };
  return {
    kind: "credit_note",
    number: "CN-000001",
    issued_at: "2026-11-01T10:00:00.000Z",
    order_number: 1001,
    placed_at: "2026-11-01T09:00:00.000Z",
    about: { invoice: "INV-000001", reason: of(500) },
    seller: { name: of(120), email: "shop@example.com", phone: "+49 30 123456" },
    buyer: { email: `${unbroken(60)}@example.com`, address },
    delivered_to: address,
    lines: Array.from({ length: 12 }, () => line),
    figures: [
      { label: "Goods", amount: 1_481_400 },
      { label: `Delivery (${of(60)})`, amount: 490 },
      { label: "Total", amount: 1_481_890 },
    ],
    taxes: [{ part: "rate:1900", label: of(60), net: 1_245_286, tax: 236_604 }],
    total: 1_481_890,
    payment: {
      rows: [{ label: "Paid by card on {date}", amount: 1_000_000, at: "2026-11-01T09:00:00.000Z" }],
      due: 481_890,
      note: `Transfer {amount} to ${of(120)}, IBAN DE89 3704 0044 0532 0130 00.`,
    },
    currency: "EUR",
    locale: "en",
    timezone: "UTC",
    words: documentLabels("credit_note"),
    ...changes,
  };
}

test.each([
  ["of many words", words],
  ["without spaces", unbroken],
  ["in Japanese", (length: number) => "花".repeat(length)],
  ["in Arabic", (length: number) => "شركة القاهرة (للتجارة) 34 ".repeat(20).slice(0, length)],
  ["of characters the fonts lack", (length: number) => "ก".repeat(length)],
])("C11 on an invoice no text overlaps another or leaves its page: the longest %s", async (_, of) => {
  const pages = pagesOf(await pdfOf([documentOf(of)]));
  expect(pages.length).toBeGreaterThan(1);
  expect(textOf(pages)).toContain("Total");
  expect(pages.flatMap(clashes)).toEqual([]);
  expect(pages.flatMap(outside)).toEqual([]);
});

test.each([
  ["INR", "en"],
  ["ILS", "en"],
  ["KRW", "en"],
  ["VND", "en"],
  ["TRY", "tr"],
  ["UAH", "uk"],
  ["RUB", "ru"],
])(
  "C11 an invoice in %s says so by the currency's code where our fonts lack its sign (%s)",
  async (currency, locale) => {
    const text = textOf(pagesOf(await pdfOf([documentOf(words, { currency, locale })])));
    expect(text).toContain(currency);
    expect(text).not.toContain("?");
  },
);

test("C11 an invoice in euro shows the sign", async () => {
  expect(textOf(pagesOf(await pdfOf([documentOf(words)])))).toContain("€14,818.90");
});

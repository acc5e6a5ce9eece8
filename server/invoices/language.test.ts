import { sql } from "kysely";
import { expect, test } from "vitest";
import { pagesOf } from "#server/testing/pdf.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { setLanguage } from "#words/say.ts";
import type { InvoiceDocument } from "./document.ts";
import { pdfOf } from "./pdf.ts";

const shop = await openTestShop();
const { bought } = selling(shop);
const issued = async () => {
  const { buyer, id } = await bought({ price: 1999 });
  await shop.ask(`GET /orders/${id}/documents`, { token: buyer.token });
  const { rows } = await sql<{ data: InvoiceDocument }>`select data from invoices where order_id = ${id}::uuid`.execute(
    shop.app.db,
  );
  return rows[0]?.data as InvoiceDocument;
};

test("C11 an invoice stays in the language it was issued in", async () => {
  setLanguage("de-DE", {
    "Invoice {number}": "Rechnung {number}",
    Items: "Waren",
    "Billing address": "Rechnungsadresse",
  });
  const document = await issued();
  expect(document).toMatchObject({
    locale: "de-DE",
    words: { title: "Rechnung {number}", billed_to: "Rechnungsadresse" },
  });
  expect(document.figures[0]?.label).toBe("Waren");
  const german = await pdfOf([document]);
  expect(german.toString("latin1")).toContain("Rechnung INV-");
  setLanguage("en", undefined);
  expect((await pdfOf([document])).equals(german)).toBe(true);
});

test("C11 an invoice in Arabic has Arabic words, joined letters and a page from right to left", async () => {
  setLanguage("ar", { "Invoice {number}": "فاتورة {number}", Items: "بضائع" });
  const document = await issued();
  expect(document).toMatchObject({ locale: "ar", direction: "rtl", words: { title: "فاتورة {number}" } });
  expect(document.figures[0]?.label).toBe("بضائع");
  const [page = []] = pagesOf(await pdfOf([document]));
  const number = page.find(({ text }) => text === document.number);
  // The number follows the word, to the left of it.
  expect(number?.right).toBeLessThan(510);
  expect(number?.left).toBeGreaterThan(300);
  expect(page.find(({ text }) => text === document.seller.name)?.right).toBeCloseTo(539, 0);
  setLanguage("en", undefined);
});

import { sql } from "kysely";
import { expect, test } from "vitest";
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
  const paper = await issued();
  expect(paper).toMatchObject({
    locale: "de-DE",
    words: { title: "Rechnung {number}", billed_to: "Rechnungsadresse" },
  });
  expect(paper.figures[0]?.label).toBe("Waren");
  const german = await pdfOf(paper);
  expect(german.toString("latin1")).toContain("Rechnung INV-");
  setLanguage("en", undefined);
  expect((await pdfOf(paper)).equals(german)).toBe(true);
});

test("C11 in a language our fonts lack an invoice is in English", async () => {
  setLanguage("ar", { "Invoice {number}": "فاتورة {number}", Items: "بضائع" });
  const paper = await issued();
  expect(paper).toMatchObject({ locale: "en", words: { title: "Invoice {number}" } });
  expect(paper.figures[0]?.label).toBe("Items");
});

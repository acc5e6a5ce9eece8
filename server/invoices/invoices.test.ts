import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { streamsOf } from "#server/testing/pdf.ts";
import { type Buyer, home, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import type { InvoiceDocument } from "./document.ts";
import { issue, issuePending } from "./invoices.ts";
import { pdfOf } from "./pdf.ts";

const shop = await openTestShop();
const { bought, placed, product, fill, order, pay, key } = selling(shop);
const { app } = shop;
const admin = await shop.person("admin");
const documents = async (id: string, { token }: Pick<Buyer, "token">) =>
  (await shop.ask(`GET /orders/${id}/documents`, { token })).body.data;
const numbers = async (kind: string) => {
  const { rows } = await sql<{ number: number }>`
    select number from invoices where kind = ${kind} and number is not null order by number`.execute(app.db);
  return rows.map(({ number }) => number);
};
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test("C11 a confirmed order has an invoice, a line cancelled or money returned a credit note", async () => {
  const { buyer, id, order: made } = await bought({ price: 1190, quantity: 2 });
  const [invoice] = await documents(id, buyer);
  expect(invoice).toMatchObject({
    kind: "invoice",
    number: expect.stringMatching(/^INV-\d{6}$/),
    total: made.totals.total,
  });
  const items = [{ order_item_id: made.items[0].id, quantity: 1 }];
  await shop.ask(`POST /orders/${id}/lines/cancel`, { token: admin.token, body: { items } });
  const refund = { amount: 100, reason: "Scratched" };
  await shop.ask(`POST /orders/${id}/refunds`, { token: admin.token, headers: key(), body: refund });
  await shop.ask(`POST /orders/${id}/cancel`, { token: admin.token, body: {} });
  const [, ...credits] = await documents(id, buyer);
  const amounts = credits.map((one: { total: { amount: number } }) => one.total.amount);
  expect(amounts.slice(0, 2)).toEqual([1190, 100]);
  expect(amounts.reduce((sum: number, amount: number) => sum + amount, 0)).toBe(made.totals.total.amount);
  expect(credits.map((one: { kind: string }) => one.kind)).toEqual(["credit_note", "credit_note", "credit_note"]);
});

test("C11 an invoice is a PDF for its customer and administrators, and nobody else", async () => {
  const { buyer, id } = await bought();
  const ask = (path: string, { token }: Pick<Buyer, "token">) => shop.ask(`GET ${path}`, { token });
  const mine = await ask(`/orders/${id}/invoice`, buyer);
  expect(mine.headers["content-type"]).toBe("application/pdf");
  expect(mine.headers["content-disposition"]).toMatch(/filename="INV-\d{6}\.pdf"/);
  expect(mine.body).toMatch(/^%PDF-/);
  expect((await ask(`/orders/${id}/invoice`, admin)).status).toBe(200);
  const [{ id: documentId }] = await documents(id, buyer);
  const stranger = await shop.person();
  for (const path of [`/orders/${id}/invoice`, `/orders/${id}/documents`, `/documents/${documentId}`])
    expect((await ask(path, stranger)).status).toBe(404);
  expect((await ask(`/documents/${documentId}`, buyer)).status).toBe(200);
  const unpaid = await placed();
  expect((await ask(`/orders/${unpaid.id}/invoice`, unpaid.buyer)).status).toBe(404);
});

test("C11 fifty concurrent invoices have consecutive numbers without duplicates", async () => {
  const variation = await product({ stock: 200 });
  const orders = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const buyer = await shop.person();
      await fill(buyer, variation.id);
      const { id } = (await order(buyer)).body.data;
      await pay(buyer, id);
      return { buyer, id: id as string };
    }),
  );
  await Promise.all([
    ...orders.map(({ buyer, id }) => documents(id, buyer)),
    ...orders.map(({ id }) => documents(id, admin)),
    issuePending(app),
    issuePending(app),
  ]);
  const given = await numbers("invoice");
  expect(given.length).toBeGreaterThanOrEqual(50);
  expect(given).toEqual(upTo(given.length));
});

test("C11 an invoice that could not be issued leaves no gap", async () => {
  const { buyer, id } = await bought();
  const before = (await numbers("invoice")).length;
  const { rows } = await sql<{ id: string }>`select id from invoices where order_id = ${id}::uuid`.execute(app.db);
  const failed = inTransaction(app.db, async (tx) => {
    await issue(app, tx, rows[0]?.id ?? "");
    throw new Error("the power went");
  });
  await expect(failed).rejects.toThrow("the power went");
  expect(await numbers("invoice")).toHaveLength(before);
  await documents(id, buyer);
  expect(await numbers("invoice")).toEqual(upTo(before + 1));
});

test("C11 an issued document can't be changed, and always has the same PDF", async () => {
  const { buyer, id } = await bought();
  const [{ id: documentId }] = await documents(id, buyer);
  const changed = sql`update invoices set total_amount = 1 where id = ${documentId}::uuid`.execute(app.db);
  await expect(changed).rejects.toThrow("cannot be changed");
  const [one, two] = await Promise.all(
    [1, 2].map(() => shop.ask(`GET /documents/${documentId}`, { token: buyer.token })),
  );
  expect(one?.body).toBe(two?.body);
});

test.each(["Łucja Αθηνά Юлия Nguyễn", "山田 花子 髙﨑", "김민준", "李国发", "ליאור כהן"])(
  "C11 an invoice names people as they write themselves: %s",
  async (fullname) => {
    const buyer = await shop.person();
    await fill(buyer, (await product()).id);
    const { id } = (await order(buyer, { shipping_address: { ...home, fullname } })).body.data;
    await pay(buyer, id);
    await documents(id, buyer);
    const { rows } = await sql<{
      data: InvoiceDocument;
    }>`select data from invoices where order_id = ${id}::uuid`.execute(app.db);
    const document = rows[0]?.data as InvoiceDocument;
    expect(document.buyer.address.fullname).toBe(fullname);
    const mapped = mappedCharacters(await pdfOf([document]));
    for (const letter of fullname.replaceAll(" ", "")) expect(mapped).toContain(letter);
  },
);

test("C11 an invoice with characters our fonts lack says so, and contains the text as it was typed", async () => {
  const buyer = await shop.person();
  await fill(buyer, (await product()).id);
  const written = { fullname: "สมชาย ใจดี", company: "राम ट्रेडर्स", line1: "千代田区 1-1" };
  const { id } = (await order(buyer, { shipping_address: { ...home, ...written } })).body.data;
  await pay(buyer, id);
  const [{ id: documentId, number }] = await documents(id, buyer);
  const { rows } = await sql<{ data: InvoiceDocument }>`select data from invoices where order_id = ${id}::uuid`.execute(
    app.db,
  );
  const document = rows[0]?.data as InvoiceDocument;
  const texts = streamsOf(await pdfOf([document])).map((stream) => Buffer.from(stream, "latin1").toString());
  const attached = texts.find((text) => text.includes(written.fullname)) ?? "";
  for (const line of Object.values(written)) expect(attached).toContain(line);
  const handed = await Promise.all([1, 2].map(() => shop.ask(`GET /documents/${documentId}`, { token: buyer.token })));
  expect(handed[0]?.body).toBe(handed[1]?.body);
  expect(handed[0]?.body).toContain(`${number}.txt`);
  expect((await shop.ask(`GET /orders/${id}`, { token: buyer.token })).body.data.shipping_address).toMatchObject(
    written,
  );
  const plain = await bought();
  const [{ id: other }] = await documents(plain.id, plain.buyer);
  expect((await shop.ask(`GET /documents/${other}`, { token: plain.buyer.token })).body).not.toContain(".txt");
});

test("C11 a long order has several pages", async () => {
  const { id, buyer } = await bought();
  await documents(id, buyer);
  const { rows } = await sql<{ data: InvoiceDocument }>`select data from invoices where order_id = ${id}::uuid`.execute(
    app.db,
  );
  const document = rows[0]?.data as InvoiceDocument;
  const lines = Array.from({ length: 60 }, () => document.lines[0] as InvoiceDocument["lines"][number]);
  expect((await pdfOf([{ ...document, lines }])).toString("latin1").match(/\/Type \/Page\n/g)?.length).toBeGreaterThan(
    2,
  );
});

/** The characters of a PDF's glyphs, as text copied from it has them. */
function mappedCharacters(pdf: Buffer): string {
  const maps = streamsOf(pdf)
    .filter((stream) => stream.includes("beginbfrange"))
    .join("\n");
  return [...maps.matchAll(/<([0-9a-f]{4,8})>/g)]
    .map(([, code]) => String.fromCodePoint(Number.parseInt(code ?? "0", 16) % 0x110000))
    .join("");
}

test("Invoices beyond the limit of a run get their numbers in the next one, which is logged", async () => {
  await issuePending(app);
  const first = (await numbers("invoice")).length;
  for (let count = 0; count < 3; count++) await bought();
  const warn = vi.spyOn(app.log, "warn");
  await issuePending(app, null, 2);
  expect(await numbers("invoice")).toEqual(upTo(first + 2));
  expect(warn.mock.calls).toEqual([[{ limit: 2 }, expect.stringContaining("the next run continues")]]);
  await issuePending(app, null, 2);
  expect(await numbers("invoice")).toEqual(upTo(first + 3));
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});

test("C11 the invoice of an order of which half arrived and half was cancelled asks for nothing", async () => {
  const account = {
    account_holder: "Kiosk",
    iban: "DE02 1203 0000 0000 2020 51",
    bic: "BYLADEM1001",
    bank_name: "Bank",
  };
  await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: account }));
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 10_000 })).id, 2);
  const { id, items, total } = (await order(buyer)).body.data;
  await pay(buyer, id, { provider: "bank" });
  const asAdmin = { token: admin.token, headers: key() };
  const body = { amount: total.amount - 10_000 };
  await shop.ask(`POST /payments/${id}/received`, { ...asAdmin, body });
  const units = [{ order_item_id: items[0].id, quantity: 1 }];
  await shop.ask(`POST /orders/${id}/lines/cancel`, { token: admin.token, headers: key(), body: { items: units } });
  await issuePending(app, id);
  const { rows } = await sql<{ data: InvoiceDocument }>`
    select data from invoices where order_id = ${id}::uuid and kind = 'invoice'`.execute(app.db);
  expect(rows[0]?.data.payment).toMatchObject({
    rows: [{ amount: total.amount - 10_000 }, { label: "Credited", amount: 10_000 }],
    due: 0,
    note: null,
  });
});

import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { eraseNotesOfChanges } from "#server/accounts/audit/audit.sql.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { bought, key } = selling(shop);
const { token } = await openAdmin(shop);
const ask = (route: string, body: object = {}) => shop.ask(route, { token, headers: key(), body });
const read = async (id: string) => (await ask(`GET /orders/${id}`)).body.data;
const entries = async (query: string) => (await ask(`GET /audit?${query}`)).body.data;
const ofOrder = (id: string) => entries(`entity=order&entity_id=${id}`);
const undo = (entry: unknown) => ask(`POST /audit/${entry}/undo`);
/** A write decided on the order as it is. */
const write = async (id: string, route: string, body: object = {}) => {
  const { version } = await read(id);
  return ask(route.replace(":id", id), { version, ...body });
};

test("A7 each write of an order by staff is recorded once, with what it changed", async () => {
  const { id, order } = await bought();
  const [item] = order.items;
  const one = [{ order_item_id: item.id, quantity: 1 }];
  const writes: [route: string, body: object, before: object, after: object][] = [
    ["POST /orders/:id/start", {}, { status: "confirmed" }, { status: "processing" }],
    ["POST /orders/:id/hold", { reason: "Call first" }, { status: "processing" }, { hold_reason: "Call first" }],
    ["POST /orders/:id/release", {}, { status: "on_hold" }, { status: "processing", hold_reason: null }],
    ["POST /orders/:id/pack", {}, { packed_at: null }, { packed_at: expect.any(String) }],
    ["POST /orders/:id/notes", { text: "Rings twice" }, { notes: [] }, { notes: [{ text: "Rings twice" }] }],
    ["PATCH /orders/:id", { customer_note: "Ring" }, { customer_note: null }, { customer_note: "Ring" }],
    [
      "POST /orders/:id/fulfilments",
      { items: one },
      { items: [{ fulfilled_qty: 0 }] },
      { items: [{ fulfilled_qty: 1 }] },
    ],
    ["POST /orders/:id/refunds", { amount: 100, reason: "Sorry" }, { refunded: { amount: 0 } }, {}],
  ];
  for (const [action, body, before, after] of writes) {
    const count = (await ofOrder(id)).length;
    const { status } = await write(id, action, body);
    expect([action, Math.floor(status / 100)]).toEqual([action, 2]);
    const recorded = await ofOrder(id);
    expect([action, recorded.length]).toEqual([action, count + 1]);
    expect(recorded[0]).toMatchObject({ action, name: String(order.number), before, after });
    // A write that is refused leaves none.
    if (action.startsWith("POST")) await ask(action.replace(":id", id), { ...body, version: 0 });
    if (!action.endsWith("notes")) expect([action, (await ofOrder(id)).length]).toEqual([action, count + 1]);
  }
  const shipment = (await read(id)).fulfilments[0].id;
  for (const step of ["deliver", "undo-delivery", "cancel"]) await write(id, `POST /fulfilments/${shipment}/${step}`);
  const ofShipment = await entries(`entity=fulfilment&entity_id=${shipment}`);
  expect(ofShipment.map(({ after }: { after: object }) => after)).toEqual([
    { status: "cancelled" },
    { status: "shipped" },
    { status: "delivered" },
  ]);
  expect(ofShipment[0]).toMatchObject({ name: String(order.number) });
});

test("A7 a cancellation by staff is recorded, one by the customer is not, and orders shipped together each are", async () => {
  const [byStaff, byCustomer, ...shipped] = [await bought(), await bought(), await bought(), await bought()] as const;
  await write(byStaff.id, "POST /orders/:id/cancel", { reason: "Sold out" });
  const { version } = await read(byCustomer.id);
  const asCustomer = { token: byCustomer.buyer.token, headers: key(), body: { version } };
  expect((await shop.ask(`POST /orders/${byCustomer.id}/cancel`, asCustomer)).body.data.status).toBe("cancelled");
  expect(await ofOrder(byStaff.id)).toMatchObject([
    { action: "POST /orders/:id/cancel", before: { status: "confirmed" }, after: { status: "cancelled" } },
  ]);
  expect(await ofOrder(byCustomer.id)).toEqual([]);
  const shipments = [...shipped, byStaff].map(({ order }) => ({ number: order.number }));
  await ask("POST /orders/bulk/shipments", { shipments });
  for (const { id } of shipped)
    expect(await ofOrder(id)).toMatchObject([
      { action: "POST /orders/:id/fulfilments", after: { fulfilment_status: "fulfilled" } },
    ]);
  expect(await ofOrder(byStaff.id)).toHaveLength(1);
});

test("A7 a write of an order that can't be recorded changes nothing", async () => {
  const { id } = await bought();
  const before = await read(id);
  await sql`alter table changes add constraint test_only check (entity <> 'order') not valid`.execute(shop.app.db);
  for (const route of ["start", "notes", "fulfilments", "cancel"])
    expect([route, (await write(id, `POST /orders/:id/${route}`, { text: "A" })).status]).toEqual([route, 500]);
  await sql`alter table changes drop constraint test_only`.execute(shop.app.db);
  expect(await read(id)).toEqual(before);
});

test("A7 the undo of a correction leaves what was corrected again, and says so", async () => {
  const { id, order } = await bought();
  const address = { ...order.shipping_address, line1: "Elsewhere 7" };
  const { headers } = await write(id, "PATCH /orders/:id", { shipping_address: address, customer_note: "Ring" });
  await write(id, "PATCH /orders/:id", { customer_note: "Ring twice" });
  expect((await undo(headers.undo)).body.data).toEqual({ kept: ["customer_note"] });
  expect(await read(id)).toMatchObject({ shipping_address: order.shipping_address, customer_note: "Ring twice" });
});

test("A7 the undo of a correction or of a step isn't offered once the order's state forbids it", async () => {
  const offered = async (id: string) =>
    (await ofOrder(id)).flatMap(({ action, undo }: { action: string; undo: string }) =>
      undo === "possible" ? [action] : [],
    );
  const ends: [route: string, body: object][] = [
    ["POST /orders/:id/fulfilments", {}],
    ["POST /orders/:id/cancel", {}],
    ["POST /orders/:id/hold", { reason: "Call first" }],
  ];
  for (const [route, body] of ends) {
    const { id } = await bought();
    await write(id, "POST /orders/:id/start");
    await write(id, "POST /orders/:id/pack");
    await write(id, "PATCH /orders/:id", { customer_note: "Ring" });
    const { headers } = await write(id, "PATCH /orders/:id", { email: "other@example.com" });
    await write(id, "POST /orders/:id/notes", { text: "Rings twice" });
    expect(await offered(id)).toHaveLength(4);
    expect((await write(id, route, body)).status).toBeLessThan(300);
    const isOpen = route.endsWith("hold");
    const corrections = isOpen ? ["PATCH /orders/:id", "PATCH /orders/:id"] : [];
    const expected = [...(isOpen ? [route] : []), "POST /orders/:id/notes", ...corrections];
    expect([route, await offered(id)]).toEqual([route, expected]);
    expect((await undo(headers.undo)).body.code).toBe(isOpen ? undefined : "stale");
    // What is offered can be undone.
    for (const entry of await ofOrder(id))
      if (entry.undo === "possible") expect([route, (await undo(entry.id)).status]).toEqual([route, 200]);
  }
});

test("A7 a note is back with the undo of its undo, and its text isn't in the audit log after a day", async () => {
  const { id } = await bought();
  const { headers } = await write(id, "POST /orders/:id/notes", { text: "Rings twice" });
  const { timeline } = await read(id);
  const undone = await undo(headers.undo);
  expect((await read(id)).timeline).toHaveLength(timeline.length - 1);
  expect((await undo(undone.headers.undo)).status).toBe(200);
  expect((await read(id)).timeline).toEqual(timeline);
  await sql`update changes set at = at - interval '1 day' where entity_id = ${id}`.execute(shop.app.db);
  await eraseNotesOfChanges(shop.app.db);
  expect(JSON.stringify(await ofOrder(id))).not.toContain("twice");
});

test("A7 whatever was done to an order, undoing all of it from the last to the first restores it", async () => {
  const step = fc.oneof(
    fc.constantFrom(["POST /orders/:id/start", {}], ["POST /orders/:id/pack", {}]),
    fc.record({ text: fc.constantFrom("A", "B") }).map((note) => ["POST /orders/:id/notes", note]),
    fc
      .record(
        {
          email: fc.constantFrom("one@example.com", "two@example.com"),
          customer_note: fc.constantFrom(null, "A", "B"),
          line: fc.constantFrom("Here 1", "There 2"),
        },
        { requiredKeys: [] },
      )
      .map((change) => ["PATCH /orders/:id", change]),
  );
  const state = async (id: string) => {
    const { status, packed_at, shipping_address, customer, customer_note, timeline } = await read(id);
    const notes = timeline.filter(({ type }: { type: string }) => type === "note");
    return { status, packed_at, shipping_address, customer, customer_note, notes };
  };
  const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
    const { id, order } = await bought();
    const before = await state(id);
    for (const [route, body] of steps as [string, { line?: string }][]) {
      const { line, ...rest } = body;
      const address = line && { shipping_address: { ...order.shipping_address, line1: line } };
      await write(id, route, { ...rest, ...address });
    }
    const recorded = await ofOrder(id);
    for (const entry of recorded) expect([entry.action, (await undo(entry.id)).status]).toEqual([entry.action, 200]);
    expect(await state(id)).toEqual(before);
  });
  await fc.assert(property, { numRuns: 8, seed: 26 });
});

import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { bought, actAs } = selling(shop);
const admin = await shop.person("admin");
const act = actAs(admin);

test("shipments recorded by earlier versions name their carrier, each its own", async () => {
  const { id, order, buyer } = await bought({ quantity: 3 });
  const items = [{ order_item_id: order.items[0].id, quantity: 1 }];
  for (const carrier of ["DHL", undefined, "UPS"])
    expect((await act(id, "fulfilments", { items, carrier })).status).toBe(201);
  const shipped = async (token: string) =>
    (await shop.ask(`GET /orders/${id}`, { token })).body.data.timeline.flatMap(
      ({ type, text }: { type: string; text: string }) => (type === "shipped" ? [text] : []),
    );
  const [forStaff, forCustomer] = [await shipped(admin.token), await shipped(buyer.token)];
  expect(forStaff).toEqual(["Items shipped with DHL.", "Items shipped.", "Items shipped with UPS."]);
  await sql`
    update order_events
    set data = null, text = 'Ihre Artikel sind unterwegs.'
    where order_id = ${id} and type = 'shipped'`.execute(shop.app.db);
  expect(await shipped(admin.token)).not.toEqual(forStaff);
  await sql.raw(await readFile("migrations/0241_orders.sql", "utf8")).execute(shop.app.db);
  expect([await shipped(admin.token), await shipped(buyer.token)]).toEqual([forStaff, forCustomer]);
});

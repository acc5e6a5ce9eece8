import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token } = await shop.person("admin");
const ask = (route: string, body?: object) => shop.ask(route, { token, body });
const tag = async (name: string) => (await ask("POST /tags", { name })).body.data.id as number;
const { db } = shop.app;

/** Makes the commit of the next entry fail as after a deadlock: a sequence counts what is rolled back, too. */
await sql`create sequence commits`.execute(db);
await sql`
  create function fail_first_commit() returns trigger language plpgsql as $$
  begin
    if nextval('commits') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if;
    return null;
  end $$`.execute(db);
await sql`
  create constraint trigger fail_first_commit after insert on changes deferrable initially deferred
  for each row execute function fail_first_commit()`.execute(db);

test("A7 the undo of a write that was retried after a deadlock is that of what was committed", async () => {
  const [renamed, undone] = [await tag("Wool"), await tag("Hemp")];
  const customer = await shop.person();
  const linen = await ask(`PUT /tags/${undone}`, { name: "Linen" });
  const writes: [route: string, body?: object][] = [
    [`PUT /tags/${renamed}`, { name: "Silk" }],
    [`PATCH /customers/${customer.id}`, { account_status: "blocked" }],
    [`POST /audit/${linen.headers.undo}/undo`],
  ];
  for (const [route, body] of writes) {
    await sql`alter sequence commits restart`.execute(db);
    const { status, headers } = await ask(route, body);
    const [entry] = (await ask("GET /audit")).body.data;
    expect([route, status, headers.undo]).toEqual([route, 200, String(entry.id)]);
  }
});

import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop, waitForLocks } from "#server/testing/shop.ts";
import { lockTags } from "./tags.sql.ts";

const shop = await openTestShop();
const { app } = shop;
const { token } = await shop.person("admin");
const ask = async (route: string, body?: object) => {
  const answer = await shop.ask(route, { token, body });
  expect([route, answer.status, answer.body.message]).toEqual([
    route,
    answer.status < 300 ? answer.status : 0,
    undefined,
  ]);
  return answer.body.data;
};
const timeline = (id: number) => ask(`GET /audit?entity=customer&entity_id=${id}`);
const change = (action: "add" | "remove", name: string, ids: number[]) =>
  ask("POST /customers/tags", { action, name, accounts: { ids } });

test("A7 a tag for many customers is one line of the log, whose changes are in the timeline of each", async () => {
  const [one, other, has] = [await shop.person(), await shop.person(), await shop.person()];
  await ask(`POST /customers/${one.id}/tags`, { name: "Older" });
  await ask(`POST /customers/${has.id}/tags`, { name: "Regular" });
  const edit = await change("add", "regular", [one.id, other.id, has.id]);
  const [line, ...rest] = await ask("GET /audit?per_page=3");
  expect(line).toMatchObject({ entity: "customer_tag_edit", name: "Regular added to 2 customers", is_set: true });
  expect(rest.map(({ action }: { action: string }) => action)).not.toContain("POST /customers/tags");
  const parts = await ask(`GET /audit?set_id=${line.entity_id}`);
  expect(parts.map((part: { entity_id: string }) => part.entity_id)).toEqual([`${other.id}`, `${one.id}`]);
  expect((await timeline(one.id))[0]).toMatchObject({
    action: "POST /customers/tags",
    set_id: String(edit.id),
    before: { tags: ["Older"] },
    after: { tags: ["Older", "Regular"] },
    undo: "not_possible",
  });
  expect(await timeline(has.id)).toHaveLength(1);
  const undone = await ask(`POST /customers/tags/${edit.id}/undo`);
  expect(undone).toEqual({ changed: 2 });
  expect(await timeline(one.id)).toMatchObject([
    { before: { tags: ["Older", "Regular"] }, after: { tags: ["Older"] }, undoes: parts[1].id },
    { undo: "undone", undoes: null },
    { action: "POST /customers/:id/tags" },
  ]);
});

test("A7 what the log says of a customer's tags is erased with the account", async () => {
  const person = await shop.person();
  await change("add", "Erased", [person.id]);
  const { email } = await ask(`GET /customers/${person.id}`);
  await ask(`POST /customers/${person.id}/erasure`, { confirmation: email });
  const entries = await timeline(person.id);
  expect(entries.length).toBeGreaterThan(0);
  for (const entry of entries) expect(entry).toMatchObject({ name: null, before: null, after: null });
});

test("A7 a tag of one customer waits for one of many, so that each change is recorded by its own write", async () => {
  const { id } = await shop.person();
  let adding: Promise<unknown> | undefined;
  await inTransaction(app.db, async (tx) => {
    await lockTags(tx, { ofMany: true });
    adding = ask(`POST /customers/${id}/tags`, { name: "Mine" });
    await waitForLocks(app.db, 1);
    await sql`insert into customer_tags (user_id, name) values (${id}, 'Everyone')`.execute(tx);
  });
  await adding;
  expect((await timeline(id))[0]).toMatchObject({
    before: { tags: ["Everyone"] },
    after: { tags: ["Everyone", "Mine"] },
  });
});

test("A7 the reply of a tag for many customers that is tried again offers to undo the entry that is there", async () => {
  const { id } = await shop.person();
  // The first attempt fails at its commit as after a deadlock, when its entry is inserted; sequences aren't rolled back.
  await sql`
    create sequence test_attempts;
    create function test_fail_once() returns trigger language plpgsql as $$
    begin
      if nextval('test_attempts') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if;
      return null;
    end $$;
    create constraint trigger test_fail_once after insert on changes deferrable initially deferred
      for each row when (new.entity = 'customer_tag_edit') execute function test_fail_once();`.execute(app.db);
  const body = { action: "add", name: "Twice", accounts: { ids: [id] } };
  const { headers, status } = await shop.ask("POST /customers/tags", { token, body });
  await sql`drop trigger test_fail_once on changes`.execute(app.db);
  const [line] = await ask("GET /audit?entity=customer_tag_edit");
  expect([status, headers.undo]).toEqual([200, String(line.id)]);
});

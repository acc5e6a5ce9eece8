import { globSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { seeded } from "#server/testing/properties.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { getValue, inOrder, type Tx } from "./database.ts";
import { inTransaction } from "./transaction.ts";

const { app } = await openTestShop();
await sql`create table steps (at bigserial primary key, name text not null)`.execute(app.db);

/** A step that thinks for some turns of the event loop's queue before it sends its statement. */
const slow = (tx: Tx, name: string, turns: number) => async () => {
  for (let turn = 0; turn < turns; turn++) await undefined;
  return getValue<string>(tx)`insert into steps (name) values (${name}) returning name`;
};
const order = async () =>
  (await sql<{ name: string }>`select name from steps order by at`.execute(app.db)).rows.map(({ name }) => name);

test("steps run in their order however long each takes to send its statement, and return their results", async () => {
  const random = seeded(7);
  for (let round = 0; round < 20; round++) {
    await sql`delete from steps`.execute(app.db);
    const turns = Array.from({ length: 4 }, () => random(30));
    const names = turns.map((turn, at) => `${at} after ${turn}`);
    const results = await inTransaction(app.db, (tx) =>
      inOrder(tx, ...names.map((name, at) => slow(tx, name, turns[at] ?? 0))),
    );
    expect(results).toEqual(names);
    expect(await order()).toEqual(names);
  }
});

test("a step without a statement holds up nothing, a failed one rolls back, Kysely's own transactions work too", async () => {
  await sql`delete from steps`.execute(app.db);
  await inTransaction(app.db, (tx) =>
    inOrder(
      tx,
      async () => "nothing",
      () => slow(tx, "sent", 3)(),
    ),
  );
  const failing = inTransaction(app.db, (tx) =>
    inOrder(
      tx,
      () => sql`select 1 / 0`.execute(tx),
      () => slow(tx, "lost", 0)(),
    ),
  );
  await expect(failing).rejects.toThrow("division by zero");
  await app.db.transaction().execute((tx) =>
    inOrder(
      tx as Tx,
      () => slow(tx as Tx, "one", 9)(),
      () => slow(tx as Tx, "two", 0)(),
    ),
  );
  expect(await order()).toEqual(["sent", "one", "two"]);
});

test("nothing that locks or inserts rows of a transaction relies on the order within Promise.all", () => {
  const reliant = globSync("server/**/*.ts", { exclude: ["**/*.test.ts"] }).filter((file) => {
    const source = readFileSync(file, "utf8");
    return [...source.matchAll(/Promise\.all\(\[/g)].some(({ index }) => {
      const steps = source.slice(index, closing(source, index));
      return (
        /\block[A-Z]\w*\(/.test(steps) || (steps.match(/\b(insert|update|delete)[A-Z]\w*\(tx\b/g) ?? []).length > 1
      );
    });
  });
  expect(reliant).toEqual([]);
});

/** Where the brackets that open after `start` are closed. */
function closing(source: string, start: number): number {
  let depth = 0;
  for (let at = source.indexOf("[", start); at < source.length; at++) {
    if (source[at] === "[") depth++;
    else if (source[at] === "]" && --depth === 0) return at;
  }
  return source.length;
}

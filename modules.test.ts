import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { problems } from "#contract/problems.ts";
import { modules } from "#modules";

const read = (file: string) => readFileSync(file, "utf8");

/** Each table and the room whose migration made it. */
function tableOwners(): Map<string, string> {
  const owners = new Map<string, string>();
  for (const file of globSync("migrations/*.sql")) {
    const text = read(file);
    const room = /^-- module: ([\w-]+)/.exec(text)?.[1];
    if (!room || !([...modules, "platform"] as string[]).includes(room))
      throw new Error(`${file} must begin with "-- module: <room>"`);
    for (const [, table] of text.matchAll(/create (?:unlogged )?table (?:if not exists )?(\w+)/g))
      owners.set(table as string, room);
  }
  return owners;
}

/** Every mention of a table in `text` by a room that does not own it. */
function trespasses(owners: Map<string, string>, room: string, text: string): string[] {
  const named = [...text.matchAll(/\b(?:from|join|into|update)\s+"?(\w+)/g)].map((match) => match[1] as string);
  return named
    .filter((table) => owners.has(table) && owners.get(table) !== room)
    .map((table) => `${room} names ${table}, owned by ${owners.get(table)}`);
}

test("each table is named only in the SQL of the room that owns it", () => {
  const owners = tableOwners();
  const found = globSync("server/*/**/*.ts", {
    exclude: (name) => name.endsWith(".test.ts") || name.endsWith(".fixture.ts") || name.endsWith("testing"),
  })
    .filter((file) => file.endsWith(".sql.ts") || file.startsWith("server/platform/"))
    .flatMap((file) => trespasses(owners, file.split("/")[1] as string, read(file)).map((line) => `${file}: ${line}`));
  expect(found).toEqual([]);
});

test("the table rule sees a planted join", () => {
  expect(trespasses(tableOwners(), "cart", "select 1 from cart_items i join orders o on true")).toEqual([
    "cart names orders, owned by orders",
  ]);
});

test("SQL stands in .sql.ts files only, the platform aside", () => {
  const loose = globSync("server/*/**/*.ts", {
    exclude: (name) =>
      name.endsWith(".test.ts") ||
      name.endsWith(".fixture.ts") ||
      name.endsWith("testing") ||
      name.endsWith("platform"),
  }).filter((file) => !file.endsWith(".sql.ts") && /\bsql(<[^`]*>)?`/.test(read(file)));
  expect(loose).toEqual([]);
});

test("each problem can be met: some test provokes it", () => {
  const tests = globSync(["server/**/*.test.ts", "e2e/**/*.ts"]).map(read).join();
  expect(Object.keys(problems).filter((code) => !tests.includes(`"${code}"`))).toEqual([]);
});

import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { problems } from "#contract/problems.ts";
import { modules } from "#modules";

const read = (file: string) => readFileSync(file, "utf8");

const tableChange = /^(create|drop|alter) (?:unlogged )?table (?:if (?:not )?exists )?(\w+)(?: rename to (\w+))?/gm;

/** Each table with the module whose migration creates it. */
function tableOwners(): Map<string, string> {
  const owners = new Map<string, string>();
  for (const file of globSync("migrations/*.sql").toSorted()) {
    const text = read(file);
    const module = /^-- module: ([\w-]+)/.exec(text)?.[1];
    if (!module || !([...modules, "platform"] as string[]).includes(module))
      throw new Error(`${file} must begin with "-- module: <name>"`);
    for (const [, action, table = "", renamed = table] of text.matchAll(tableChange)) {
      if (action === "drop" || renamed !== table) owners.delete(table);
      if (action === "create" || renamed !== table) owners.set(renamed, module);
    }
  }
  return owners;
}

/** Every mention of a table in `text` by a module that does not own it. */
function foreignTables(owners: Map<string, string>, module: string, text: string): string[] {
  const named = [...text.matchAll(/\b(?:from|join|into|update)\s+"?(\w+)/g)].map((match) => match[1] as string);
  return named
    .filter((table) => owners.has(table) && owners.get(table) !== module)
    .map((table) => `${module} names ${table}, owned by ${owners.get(table)}`);
}

test("each table is named only in the SQL of the module that owns it", () => {
  const owners = tableOwners();
  const found = globSync("server/*/**/*.ts", {
    exclude: (name) => name.endsWith(".test.ts") || name.endsWith(".fixture.ts") || name.endsWith("testing"),
  })
    .filter((file) => file.endsWith(".sql.ts") || file.startsWith("server/platform/"))
    .flatMap((file) =>
      foreignTables(owners, file.split("/")[1] as string, read(file)).map((line) => `${file}: ${line}`),
    );
  expect(found).toEqual([]);
});

test("docs/architecture.md lists the tables of each module", () => {
  const [, map = ""] = /## Tables([^]*?)\n## /.exec(read("docs/architecture.md")) ?? [];
  const listed = [...map.matchAll(/^\| ([\w-]+) \| (.*`.*) \|$/gm)].map(([, module = "", tables = ""]) => [
    module,
    [...tables.matchAll(/`(\w+)`/g)].map(([, table]) => table).toSorted(),
  ]);
  const byModule = Map.groupBy(tableOwners(), ([, module]) => module);
  const owned = ["platform", ...modules].flatMap((module) => {
    const tables = byModule.get(module)?.map(([table]) => table);
    return tables ? [[module, tables.toSorted()]] : [];
  });
  expect(listed).toEqual(owned);
});

test("a join with another module's table is reported", () => {
  expect(foreignTables(tableOwners(), "cart", "select 1 from cart_items i join orders o on true")).toEqual([
    "cart names orders, owned by orders",
  ]);
});

test("SQL is in .sql.ts files only, except in the platform", () => {
  const loose = globSync("server/*/**/*.ts", {
    exclude: (name) =>
      name.endsWith(".test.ts") ||
      name.endsWith(".fixture.ts") ||
      name.endsWith("testing") ||
      name.endsWith("platform"),
  }).filter((file) => !file.endsWith(".sql.ts") && /\bsql(<[^`]*>)?`/.test(read(file)));
  expect(loose).toEqual([]);
});

test("the server opens the modules in their order", () => {
  const [, list = ""] = /const modules: .* = \[([^\]]*)\]/.exec(read("server/app.ts")) ?? [];
  const opened = [...list.matchAll(/(\w+)Routes/g)].map(([, name = ""]) =>
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  );
  expect(opened).toEqual([...modules]);
});

test("each problem is named in a test", () => {
  const tests = globSync(["server/**/*.test.ts", "e2e/**/*.ts"]).map(read).join();
  expect(Object.keys(problems).filter((code) => !tests.includes(`"${code}"`))).toEqual([]);
});

test("docs/architecture.md names existing files only", () => {
  const paths = [
    ...read("docs/architecture.md").matchAll(/`((?:contract|docs|migrations|server|web|words|world)\/[^`<>*…]*)`/g),
  ];
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.map(([, path]) => path).filter((path) => !existsSync(path as string))).toEqual([]);
});

import fc from "fast-check";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { runs, seed } from "#server/testing/properties.ts";
import { openTestShop } from "#server/testing/shop.ts";

/** Objects that can be created, changed and deleted, with an example for each number and a change of it. */
interface Kind {
  path: string;
  list: string;
  example(n: number): object;
  change(n: number): object;
}

const simple = (path: string, example: Kind["example"], change: Kind["change"]): Kind => ({
  path,
  list: path,
  example,
  change,
});
const kinds: Kind[] = [
  simple(
    "/tags",
    (n) => ({ name: `Tag ${n}` }),
    (n) => ({ name: `Renamed ${n}` }),
  ),
  simple(
    "/tax/classes",
    (n) => ({ name: `Class ${n}` }),
    (n) => (n % 3 === 0 ? { is_default: true } : { name: `Group ${n}` }),
  ),
  simple(
    "/tax/rates",
    (n) => ({ tax_class_id: 1, country: "NZ", name: "GST", rate_ppm: 10_000 + n, valid_from: day(n) }),
    (n) => ({ rate_ppm: 50_000 + n, name: `GST ${n}` }),
  ),
  simple(
    "/product/admin/search-synonyms",
    (n) => ({ words: [`sofa${n}`, `couch${n}`], includes: [] }),
    (n) => ({ words: [`sofa${n}`, `settee${n}`], includes: [`divan${n}`] }),
  ),
  simple(
    "/shipping/zones",
    (n) => ({ name: `Zone ${n}`, countries: ["KR"], postal_patterns: [`${n}*`] }),
    (n) => ({ name: `Area ${n}` }),
  ),
  simple(
    "/product-types",
    (n) => ({ name: `Type ${n}` }),
    (n) => ({ name: `Sort ${n}`, return_days: n % 30 }),
  ),
  {
    ...simple(
      "/redirects",
      (n) => ({ from: `/old-${n}`, to: "/products" }),
      (n) => ({ to: `/products?min=${n}` }),
    ),
    list: "/redirects?per_page=100",
  },
  {
    ...simple(
      "/coupons",
      (n) => ({ code: `CODE${n}`, kind: "percent", value: 1 + (n % 10_000) }),
      (n) => ({ is_active: n % 2 === 0, value: 1 + (n % 9_000), max_uses: n }),
    ),
    list: "/coupons?per_page=100",
  },
];
const day = (n: number) => new Date(Date.UTC(2030, 0, 1) + n * 86_400_000).toISOString().slice(0, 10);

/** A write by one of the staff, cut off at a statement of its transaction; what lies beyond its end is not reached. */
interface Write {
  kind: number;
  what: "create" | "update" | "delete";
  which: number;
  staff: number;
  cut: Cut;
}
interface Cut {
  /** Number of the statement from the transaction's begin on. */
  statement: number;
  /** Whether the statement was carried out before the connection was lost. */
  isDone: boolean;
}
const writes = fc.array(
  fc.record<Write>({
    kind: fc.nat(kinds.length - 1),
    what: fc.constantFrom("create", "create", "update", "update", "delete"),
    which: fc.nat(20),
    staff: fc.nat(2),
    cut: fc.record({ statement: fc.nat(12), isDone: fc.boolean() }),
  }),
  { minLength: 20, maxLength: 20 },
);

type Objects = Record<string, Record<string, unknown>>;

test("A7 each write has one true entry wherever it is cut off, and undoing all restores the first state", async () => {
  const shop = await openTestShop();
  const admin = await shop.person("admin");
  const staff = [
    admin,
    await shop.person("staff", { catalogue: "write", settings: "write" }),
    await shop.person("staff", { marketing: "write", catalogue: "write", settings: "read" }),
  ];
  const ask = (route: string, body?: object, token = admin.token) => shop.ask(route, { token, body: body as object });
  const entries = async () => (await ask("GET /audit?per_page=100")).body.data;

  /** All objects by address, without what only counts changes. */
  async function objects(): Promise<Objects> {
    const found: Objects = {};
    for (const { path, list } of kinds)
      for (const { version: _version, updated_at: _at, ...fields } of (await ask(`GET ${list}`)).body.data)
        found[`${path}/${fields.id}`] = fields;
    return found;
  }

  let number = 0;
  const seen = { committed: 0, cut: 0, committedThoughCut: 0, fields: 0 };
  await fc.assert(
    fc.asyncProperty(writes, async (steps) => {
      const first = await objects();
      const known = new Set((await entries()).map(({ id }: { id: number }) => id));
      const made: number[] = [];
      let before = first;
      for (const step of steps) {
        const request = await requestOf(step, before);
        if (!request) continue;
        const author = staff[step.staff] ?? admin;
        const cut = cutTransaction(step.cut);
        const { status } = await ask(request.route, request.body, author.token).finally(cut.end);
        const after = await objects();
        const changed = differing(before, after);
        const former = before;
        before = after;
        const added = (await entries()).filter(({ id }: { id: number }) => !known.has(id) && !made.includes(id));
        const about = [step, status, changed, added];
        // Another default is taken from the class that was it, by the same write.
        const own = changed.filter((address) => !isFormerDefault(former, after, address));
        expect(added.length, JSON.stringify(about)).toBe(own.length > 0 ? 1 : 0);
        if (cut.isReached() && status >= 500) seen.cut++;
        if (added.length === 0) continue;
        seen.committed++;
        if (status >= 500) seen.committedThoughCut++;
        const [entry] = added;
        made.push(entry.id);
        const [address = ""] = own;
        expect([entry.actor.id, entry.entity_id]).toEqual([author.id, address.split("/").at(-1)]);
        seen.fields += compareFields(entry.before, former[address]) + compareFields(entry.after, after[address]);
        expect([entry.before === null, entry.after === null]).toEqual([!former[address], !after[address]]);
      }
      for (const id of made.toReversed()) {
        const undone = await ask(`POST /audit/${id}/undo`);
        expect([undone.status, undone.body.data]).toEqual([200, { kept: [] }]);
      }
      expect(await objects()).toEqual(first);
    }),
    { seed, numRuns: runs(3, 200) },
  );
  // What this is about did happen.
  expect(seen.committed).toBeGreaterThan(10);
  expect(seen.cut).toBeGreaterThan(5);
  expect(seen.committedThoughCut).toBeGreaterThan(0);
  expect(seen.fields).toBeGreaterThan(20);

  async function requestOf({ kind, what, which }: Write, now: Objects) {
    const { path, example, change } = kinds[kind] as Kind;
    number++;
    if (what === "create") return { route: `POST ${path}`, body: example(number) };
    const own = Object.keys(now).filter((address) => address.startsWith(`${path}/`) && !isOfDemo(now[address]));
    const address = own[which % own.length];
    if (address === undefined) return undefined;
    if (what === "delete") return { route: `DELETE ${address}`, body: undefined };
    const list = (await ask(`GET ${(kinds[kind] as Kind).list}`)).body.data;
    const current = list.find(({ id }: { id: number }) => address.endsWith(`/${id}`));
    return { route: `PUT ${address}`, body: { ...current, ...change(number) } };
  }
});

/** The first tax class, to which the rates belong. */
const isOfDemo = (object: Record<string, unknown> | undefined) => object?.is_default === true;

const isFormerDefault = (before: Objects, after: Objects, address: string) =>
  before[address]?.is_default === true && after[address]?.is_default === false;

/** The addresses of what was created, changed or deleted. */
const differing = (before: Objects, after: Objects) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (address) => JSON.stringify(before[address]) !== JSON.stringify(after[address]),
  );

/** Expects the fields of an entry that the API shows too to be the object's; returns how many they are. */
function compareFields(fields: Record<string, unknown> | null, object: Record<string, unknown> | undefined): number {
  const names = Object.keys(fields ?? {}).filter((name) => object && name in object);
  for (const name of names) expect([name, fields?.[name]]).toEqual([name, object?.[name]]);
  return names.length;
}

/** Loses the connection of the next transaction at one of its statements. */
function cutTransaction({ statement, isDone }: Cut) {
  const { query } = pg.Client.prototype;
  const victims = new Set<pg.Client>();
  let next = 0;
  let reached = false;
  const ended = Promise.withResolvers<unknown>();
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const run = () => Reflect.apply(query, this, given);
    const text = (given[0] as { text?: string } | undefined)?.text;
    if (text === "begin" && victims.size === 0) victims.add(this);
    if (!victims.has(this) || next++ !== statement) return run();
    reached = true;
    this.once("end", ended.resolve);
    const lose = () => {
      const { stream } = (this as unknown as { connection: { stream: { destroy(): void } } }).connection;
      stream.destroy();
      throw Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" });
    };
    return isDone ? (run() as Promise<unknown>).then(lose) : Promise.resolve().then(lose);
  });
  const end = async () => {
    spy.mockRestore();
    // The pool must not lend it again.
    if (reached) await ended.promise;
  };
  return { isReached: () => reached, end };
}

import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { planCategories } from "./categories/category-plan.ts";
import { parsePrice } from "./cells/price.ts";
import { hasStrayQuote, splitWithStrayQuotes } from "./files/stray-quotes.ts";
import { splitUrls, textToHtml } from "./formats/product-format.ts";
import { importsFolder, removeUnusedFiles, resumeImports } from "./imports.ts";
import { openProductFile } from "./products/product-batches.ts";
import { readerLimits, requestWait } from "./reading/file-reader.ts";
import { confirm, form, openImportShop, upload } from "./testing.ts";

const shop = await openImportShop();
const { token } = await shop.person("admin");
const ask = (call: string, body?: object) => shop.ask(call, { token, ...(body ? { body } : {}) });
const send = (content: Buffer | string, name = "table.csv") =>
  upload(shop, "/product/admin/upload", { token, name, content });
const sendCategories = (content: Buffer | string) =>
  upload(shop, "/categories/upload", { token, name: "categories", content });

/** The time this thread has worked, in milliseconds: other processes of a busy machine are not counted. */
function workedMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function milliseconds(work: () => unknown): number {
  const start = workedMs();
  work();
  return workedMs() - start;
}

const size = 400_000;
test.each<[string, () => unknown]>([
  ["quotes that never end a cell", () => splitWithStrayQuotes('"a,'.repeat(size / 3), ",")],
  ["quotes that never end a cell, looked for", () => hasStrayQuote('"a,'.repeat(size / 3), ",")],
  ["spaces before quotes", () => splitWithStrayQuotes(`${'" '.repeat(size / 2)}x`, ",")],
  ["line ends inside quotes", () => splitWithStrayQuotes(`"${"\n".repeat(size)}x"y"`, ",")],
  ["letters after a price", () => parsePrice(`1${"a".repeat(size)}1`, 2)],
  ["zeros in a price", () => parsePrice(`0.${"0".repeat(size)}1`, 2)],
  ["a bracket before a price", () => parsePrice(`(${"1".repeat(size)}`, 2)],
  ["tags that never end", () => textToHtml("<p ".repeat(size / 3))],
  ["references that never end", () => textToHtml("&#".repeat(size / 2))],
  ["separators of images", () => splitUrls(`${", ".repeat(size / 2)}x`)],
])("C5 %s take no more time than the text is long", (_what, work) => {
  expect(milliseconds(work)).toBeLessThan(2000);
});

test("C8 a chain or a cycle of 50,000 categories is planned without recursion", () => {
  const drafts = Array.from({ length: 50_000 }, (_, at) => ({
    row: { row: at + 1, cells: [] },
    key: `id:${at}`,
    parent: `id:${at + 1}`,
    name: "x",
    import_key: String(at),
  }));
  const chain = [...drafts, { row: { row: 0, cells: [] }, key: "id:50000", parent: null, name: "top" }];
  expect(milliseconds(() => expect(planCategories(chain, []).creates).toHaveLength(8))).toBeLessThan(5000);
  const cycle = [...drafts, { row: { row: 0, cells: [] }, key: "id:50000", parent: "id:0", name: "x" }];
  expect(planCategories(cycle, []).errors).toHaveLength(50_001);
});

/** The longest time in which this process answered nothing while the work went on. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [workedMs(), 0];
  const timer = setInterval(() => {
    longest = Math.max(longest, workedMs() - last);
    last = workedMs();
  }, 10);
  await work();
  clearInterval(timer);
  return longest;
}

const titles = (end: string) => `${"a".repeat(100_000)}${end}`;
test.each<[string, () => string]>([
  ["a line of quotes", () => `Handle,Title,Variant Price\n${'"a,'.repeat(200_000)}\n`],
  ["prices of letters", () => `Handle,Title,Variant Price\na,A,1${"a".repeat(400_000)}1\n`],
  [
    "two long titles of a feed",
    () =>
      "id,item_group_id,title,link,price,image_link\n" +
      `1,g,${titles("b")},https://a.example/x,1,\n2,g,${titles("c")},https://a.example/y,1,\n`,
  ],
  [
    "descriptions of tags",
    () => `TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,IMAGE1\na,${"<p ".repeat(150_000)},1,EUR,1,\n`,
  ],
])(
  "C5 %s does not hold up the shop",
  async (_what, content) => {
    const file = content();
    let job: { status: string } | undefined;
    const pause = await longestPause(async () => {
      job = await send(file);
    });
    expect(["preview", "failed", "mapping"]).toContain(job?.status);
    expect(pause).toBeLessThan(2000);
  },
  120_000,
);

test("C5 more columns, rows or categories than a file can have are refused in words", async () => {
  const items = Array.from({ length: 1200 }, (_, at) => `<item><c${at}>1</c${at}></item>`).join("");
  expect((await send(`<?xml version="1.0"?><rss>${items}</rss>`)).message).toContain("up to 1,000 columns");
  expect((await send(`Handle,Title,Variant Price${",x".repeat(1200)}\na,A,1\n`)).message).toContain("1,000 columns");
  expect((await sendCategories(`[${"0,".repeat(100_001)}0]`)).message).toContain("100,000 categories");
  // Parents that occur in a path only count too.
  const path = Array.from({ length: 100_001 }, (_, at) => ({ id: at + 2, name: `c${at}` }));
  expect((await sendCategories(JSON.stringify([{ id: 1, name: "a", path }]))).message).toContain("100,000 categories");
  expect((await sendCategories(`x\n${"a>".repeat(200_000)}a\nb > c\n`)).errors).toMatchObject([{ code: "too_deep" }]);
});

test("C5 categories that are only in paths count too", async () => {
  const content = JSON.stringify(
    Array.from({ length: 15_000 }, (_, at) => ({
      name: `end ${at}`,
      path: Array.from({ length: 8 }, (_step, level) => (level === 7 ? `end ${at}` : `${at} ${level}`)).join(" > "),
    })),
  );
  expect((await sendCategories(content)).message).toContain("100,000 categories");
});

test("C5 a request that reads a file does not wait for imports without end", async () => {
  const content = "Handle,Title,Variant Price\nwaits,Waits,1\n";
  const { id } = await send(content);
  const file = join(importsFolder(shop.app), "held.csv");
  writeFileSync(file, content);
  const before = requestWait.ms;
  onTestFinished(() => void Object.assign(requestWait, { ms: before }));
  requestWait.ms = 200;
  const held = await Promise.all([1, 2, 3].map(async () => (await openProductFile(shop.app, file)).batches));
  for (const batches of held) await batches.next();
  expect((await ask(`GET /imports/${id}/sample`)).status).toBe(503);
  for (const batches of held) await batches.return(undefined);
  expect((await ask(`GET /imports/${id}/sample`)).status).toBe(200);
});

const attempts = async (id: string) =>
  (await sql<{ attempts: number }>`select attempts from import_jobs where id = ${id}::uuid`.execute(shop.app.db))
    .rows[0];

test("C5 a file that stops its reading three times fails in words, and the shop goes on", async () => {
  const before = { ...readerLimits };
  onTestFinished(() => void Object.assign(readerLimits, before));
  Object.assign(readerLimits, { megabytes: 40 });
  // A list of lists takes more memory than any other text.
  const content = `[${'{"a":"","b":[[],[],[],[],[],[],[],[],[],[]]},'.repeat(85_000)}0]`;
  const { status, body } = await shop.ask("POST /categories/upload", {
    ...form({ name: "big.json", content }),
    token,
  });
  expect([status, body.data.status]).toEqual([202, "pending"]);
  expect(await attempts(body.job_id)).toEqual({ attempts: 1 });
  await shop.app.jobs.drain();
  const job = (await ask(`GET /imports/${body.job_id}`)).body.data;
  expect(job).toMatchObject({ status: "failed", message: expect.stringContaining("too much memory or time") });
  expect(await attempts(body.job_id)).toEqual({ attempts: 4 });
}, 120_000);

test("C5 an interrupted preview is resumed once, and still runs the import it was uploaded for", async () => {
  const { db, jobs } = shop.app;
  const { id } = await send("Handle,Title,Variant Price\nresumed,Resumed,1\n");
  await sql`
    update import_jobs set status = 'pending', confirm = true, updated_at = now() - interval '1 hour'
    where id = ${id}::uuid`.execute(db);
  for (let minute = 0; minute < 3; minute++) {
    await resumeImports(shop.app);
    await sql`update import_jobs set updated_at = now() - interval '1 hour' where id = ${id}::uuid`.execute(db);
  }
  const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'imports.preview'`.execute(db);
  expect(rows).toHaveLength(1);
  await jobs.drain();
  expect((await ask(`GET /imports/${id}`)).body.data).toMatchObject({ status: "done", totals: { create: 1 } });
});

test("C5 the file of a discarded upload is deleted, and so are files without an import after a day", async () => {
  const folder = importsFolder(shop.app);
  const { id } = await send("Handle,Title,Variant Price\nd,D,1\n");
  expect(readdirSync(folder)).toContain(`${id}.products`);
  await ask(`POST /imports/${id}/cancel`);
  expect(readdirSync(folder)).not.toContain(`${id}.products`);
  const kept = await send("Handle,Title,Variant Price\nk,K,1\n");
  for (const name of ["old.upload", "new.upload", `${kept.id}.products`]) {
    writeFileSync(join(folder, name), "x");
    if (name !== "new.upload") utimesSync(join(folder, name), 0, 0);
  }
  await removeUnusedFiles(shop.app);
  const left = readdirSync(folder);
  expect(left).toContain("new.upload");
  expect(left).toContain(`${kept.id}.products`);
  expect(left).not.toContain("old.upload");
});

test("C5 a week after an import its archive of images is deleted, and its table stays", async () => {
  const folder = importsFolder(shop.app);
  const jobs = [];
  for (const days of [6, 8]) {
    const { id } = await send(`Handle,Title,Variant Price\na${days},A,1\n`);
    await confirm(shop, id, token);
    await sql`
      update import_jobs set finished_at = now() - ${days} * interval '1 day' where id = ${id}::uuid`.execute(
      shop.app.db,
    );
    writeFileSync(join(folder, `${id}.products.zip`), "x");
    writeFileSync(join(folder, `${id}.products`), "x");
    jobs.push(id);
  }
  await sql`select graphile_worker.add_job('imports.tidy')`.execute(shop.app.db);
  await shop.app.jobs.drain();
  const [recent, old] = jobs;
  const left = readdirSync(folder);
  expect(left).toEqual(expect.arrayContaining([`${recent}.products`, `${recent}.products.zip`, `${old}.products`]));
  expect(left).not.toContain(`${old}.products.zip`);
});

test("C5 a row has a limited number of notes, and its cells are stored once and cut", async () => {
  const [names, description] = ["no image\n".repeat(300), "long ".repeat(2000)];
  const { id } = await send(
    `Handle,Title,Body (HTML),Variant Price,Image Src\nnoted,Noted,${description},1,"${names}"\n`,
  );
  const { rows } = await sql<{ code: string; message: string; length: number }>`
    select code, message, length(cells::text) as length from import_rows where job_id = ${id}::uuid order by seq`.execute(
    shop.app.db,
  );
  expect(rows).toHaveLength(21);
  expect(rows.at(-1)).toMatchObject({
    code: "more_remarks",
    message: "There are 280 more like these on this row.",
  });
  expect(rows.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(3000);
  const file = (await ask(`GET /imports/${id}/notes`)).body as unknown as string;
  expect(file.match(/long long/g)?.length).toBeGreaterThan(21);
});

test("C5 many large errors are stored whole, in several statements", async () => {
  const text = "x".repeat(400_000);
  const rows = Array.from({ length: 9 }, (_, at) => `odd-${at},Odd,${text},not a price`);
  const { id, totals } = await send(`Handle,Title,Body (HTML),Variant Price\n${rows.join("\n")}\n`);
  expect(totals).toMatchObject({ error: 9 });
  const stored = await sql<{ count: number }>`
    select count(*)::int as count from import_rows
    where job_id = ${id}::uuid and kind = 'error' and length(cells ->> 2) = 400000`.execute(shop.app.db);
  expect(stored.rows).toEqual([{ count: 9 }]);
});

// node bench/imports.ts: memory of the shop's process (RSS) while it previews product files of ROWS rows (100,000)
// and imports them for two minutes, each in a new shop: rows of a product together, as far apart as can be, and with an
// error in each.
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { machine } from "./measure.ts";
import { type BenchShop, call, openBenchShop } from "./shop.ts";

const rowCount = Number(process.env.ROWS ?? 100_000);
const rowsPerProduct = 5;
const pollMs = 500;
/** An import is cancelled after this time, before the access token expires. */
const importMs = 120_000;
const header =
  "Handle,Title,Body (HTML),Vendor,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty," +
  "Variant Price,Variant Barcode,Image Alt Text,SEO Title,Variant Grams,Status\n";

const rows: string[] = [];
for (const [file, layout] of Object.entries({
  together: { isScattered: false, price: "12.00" },
  scattered: { isScattered: true, price: "12.00" },
  errors: { isScattered: false, price: "twelve" },
})) {
  const shop = await openBenchShop();
  try {
    await run(shop, file, listRows(layout));
  } finally {
    await shop.stop();
  }
}
console.log(
  `\n${machine()}\n\n| file | step | seconds | RSS MB before | peak |\n|---|---|---|---|---|\n${rows.join("\n")}`,
);

function* listRows({ isScattered, price }: { isScattered: boolean; price: string }) {
  const products = rowCount / rowsPerProduct;
  for (let at = 0; at < rowCount; at++) {
    const [product, row] = isScattered
      ? [at % products, Math.floor(at / products)]
      : [Math.floor(at / rowsPerProduct), at % rowsPerProduct];
    const name = `${isScattered ? "s" : "t"}-${product}`;
    const title = row === 0 ? `Cup ${name},<p>${"A cup for tea. ".repeat(20)}</p>` : ",";
    yield `cup-${name},${title},Nord,"cups, tea",TRUE,Size,S${row},SKU-${name}-${row},5,${price},,,Cup ${name},100,active\n`;
  }
}

async function run(shop: BenchShop, file: string, lines: Iterable<string>) {
  const form = new FormData();
  form.append("file", new Blob([header, ...lines]), `${file}.csv`);
  let id = "";
  await step(shop, `${file} | preview`, async () => {
    const headers = await signIn(shop);
    const response = await fetch(`${shop.url}/v1/product/admin/upload`, { method: "POST", headers, body: form });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    id = (await response.json()).job_id;
    await until(shop, id, "preview");
  });
  await step(shop, `${file} | import`, async () => {
    const headers = await signIn(shop);
    await call(shop, `POST /imports/${id}/confirm`, { headers });
    await until(shop, id, "done", importMs);
    await call(shop, `POST /imports/${id}/cancel`, { headers }).catch(() => undefined);
  });
}

async function signIn(shop: BenchShop) {
  const body = { username: "admin", password: "admin-kiosk" };
  const { access_token } = await call(shop, "POST /auth/login", { body });
  return { authorization: `Bearer ${access_token}` };
}

/** Waits for a status, at most for a time. */
async function until(shop: BenchShop, id: string, status: string, milliseconds = Number.POSITIVE_INFINITY) {
  const headers = await signIn(shop);
  const end = Date.now() + milliseconds;
  while (Date.now() < end) {
    const { data } = await call(shop, `GET /imports/${id}`, { headers });
    if (data.status === status) return;
    if (data.status === "failed") throw new Error(data.message);
    await setTimeout(pollMs);
  }
}

async function step({ pids: [pid = 0] }: BenchShop, name: string, work: () => Promise<void>) {
  const before = memory(pid, "VmRSS");
  // Begins the peak anew.
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const start = Date.now();
  await work();
  rows.push(`| ${name} | ${Math.round((Date.now() - start) / 1000)} | ${before} | ${memory(pid, "VmHWM")} |`);
  console.log(rows.at(-1));
}

function memory(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
}

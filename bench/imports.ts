// node bench/imports.ts: memory of the shop's process (RSS) while it previews product files of ROWS rows (100,000)
// and imports them for two minutes, each in a new shop: rows of a product together, as far apart as can be, and with an
// error in each.
import { writeFileSync } from "node:fs";
import { machine, memoryMb, requireInput } from "./measure.ts";
import { awaitImport, type BenchShop, call, openBenchShop, signIn, uploadProducts } from "./shop.ts";

const rowCount = Number(process.env.ROWS ?? 100_000);
const rowsPerProduct = 5;
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
  yield header;
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
  let id = "";
  await step(shop, `${file} | preview`, async () => {
    const headers = await signIn(shop);
    id = await uploadProducts(shop, headers, { lines });
    const { totals } = await awaitImport(shop, headers, { id, status: "preview" });
    const seen = file === "errors" ? totals.error : totals.create;
    requireInput(seen, `The preview of ${file} found nothing: ${JSON.stringify(totals)}`);
  });
  await step(shop, `${file} | import`, async () => {
    const headers = await signIn(shop);
    await call(shop, `POST /imports/${id}/confirm`, { headers });
    const { totals, progress } = await awaitImport(shop, headers, { id, status: "done", milliseconds: importMs });
    const passed = file === "errors" ? totals.error : totals.create;
    requireInput(passed * progress, `Nothing of ${file} was imported: ${JSON.stringify(totals)}`);
    await call(shop, `POST /imports/${id}/cancel`, { headers }).catch(() => undefined);
  });
}

async function step({ pids: [pid = 0] }: BenchShop, name: string, work: () => Promise<void>) {
  const before = memoryMb(pid, "VmRSS");
  // Begins the peak anew.
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const start = Date.now();
  await work();
  rows.push(`| ${name} | ${Math.round((Date.now() - start) / 1000)} | ${before} | ${memoryMb(pid, "VmHWM")} |`);
  console.log(rows.at(-1));
}

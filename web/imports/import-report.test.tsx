import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { ImportJob, ImportSample } from "#contract/imports.ts";
import { query } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { isOtherThan } from "./import-choices.ts";
import { ConfirmStep, ImportReport } from "./import-report.tsx";

const id = "01890000-0000-7000-8000-000000000001";
const sampleOf = (encoding: ImportSample["encoding"]) =>
  query("GET /imports/:id/sample", { params: { id }, query: { encoding } });

type Changes = Partial<Omit<ImportJob, "summary">> & { summary?: Partial<ImportJob["summary"]> };

const jobOf = ({ summary, ...changes }: Changes): ImportJob => ({
  id,
  kind: "products",
  format: "Table, UTF-8, separated by commas",
  file: "lamps.csv",
  status: "preview",
  totals: { rows: 2, create: 2, update: 0, skip: 0, error: 0 },
  summary: {
    left_out: 0,
    shortened: 0,
    renamed: 0,
    fields: {},
    images: null,
    free: 0,
    sold_out: 0,
    drafts: 0,
    currency: "EUR",
    currencies: {},
    products: [],
    ...summary,
  },
  progress: 0,
  encoding: "utf-8",
  has_headings: true,
  mapping: null,
  columns: { known: [], ignored: [] },
  errors: [],
  notes: [],
  note_groups: [],
  errors_url: null,
  notes_url: null,
  images: null,
  undo: null,
  message: null,
  created_at: "2026-11-28T06:00:00Z",
  ...changes,
});

/** The screen of an import, with the first rows of its file or the message that refuses them. */
function screenOf(changes: Changes, sample: Partial<ImportSample> | string = {}) {
  const client = new QueryClient({
    defaultOptions: { queries: { retryOnMount: false, queryFn: () => new Promise(() => {}) } },
  });
  client.setQueryData(query("GET /imports/:id", { params: { id } }).queryKey, { data: jobOf(changes) });
  const { queryKey } = sampleOf("utf-8");
  const rows = { encoding: "utf-8" as const, has_headings: true, header: [], rows: [], ...(sample as object) };
  if (typeof sample !== "string") client.setQueryData(queryKey, { data: rows });
  else
    client
      .getQueryCache()
      .build(client, { queryKey })
      .setState({ status: "error", error: new CallProblem(400, { message: sample }) });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ImportReport id={id} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** The step that starts an import, while the page shows what was previewed or something else. */
const confirmStep = (isChanged: boolean) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ConfirmStep job={jobOf({})} isChanged={isChanged} another={null} />
    </QueryClientProvider>,
  );

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
const isDisabled = (html: string) => /<button[^>]* disabled=""[^>]*>(?:<[^>]+>)*Import 2 products/.test(html);
const product = {
  row: 2,
  name: "Lamp",
  is_new: true,
  status: "active" as const,
  min_price_amount: 900,
  max_price_amount: 1900,
  compare_at_amount: null,
  variations: 2,
  stock: null,
  is_sold_out: false,
  images: 0,
  image: null,
};

test("R10 C5 prices in another currency are counted, and imported only once somebody accepts the numbers", () => {
  const foreign = screenOf({ summary: { currencies: { CHF: 1, USD: 1200 } } });
  expect(textOf(foreign)).toContain("This file has prices in USD (1,200 products), CHF (1 product)");
  expect(isDisabled(foreign)).toBe(true);
  const own = screenOf({});
  expect(own).toContain("Import 2 products");
  expect([isDisabled(own), own.includes("prices in")]).toEqual([false, false]);
});

test("R10 C5 a preview shows the first products as they will be, and which have failed images", () => {
  const page = textOf(
    screenOf({
      summary: {
        fields: { failed_images: 3 },
        products: [product, { ...product, row: 4, name: "Bulb", status: "draft", stock: 0, is_sold_out: true }],
      },
    }),
  );
  expect(page).toMatch(/Lamp New, 2 variations €9\.00 – €19\.00 Not counted Active None/);
  expect(page).toMatch(/Bulb New, 2 variations €9\.00 – €19\.00 Sold out Draft None/);
  expect(page).toContain("Changed fields: images downloaded again (3).");
});

test("R10 C5 each field of a mapping shows values of its column, and new products' fields say so first", () => {
  const page = screenOf(
    { status: "mapping", mapping: { sku: "Code" } },
    {
      header: ["Code", "Name"],
      rows: [
        { row: 2, cells: ["L-1", "Lamp"] },
        { row: 3, cells: ["L-2", "Bulb"] },
      ],
    },
  );
  const fields = [...page.matchAll(/<label[^>]*>([^<]+)<\/label>(?:(?!<label).)*/g)].map(([field]) =>
    textOf(field.replaceAll(/<select.*?<\/select>/g, "")).trim(),
  );
  expect(fields.slice(0, 2)).toEqual(["Title Required for new products", "Price Required for new products"]);
  expect(fields).toContain("SKU L-1 · L-2");
});

test("R10 C5 notes are grouped with their numbers, losses in red, and only the first group is open", () => {
  const page = screenOf({
    note_groups: [
      { code: "value_ignored", count: 1200, is_loss: true },
      { code: "price_read", count: 1, is_loss: false },
    ],
    notes: [
      { row: 2, column: "Stock", code: "value_ignored", message: "“many” was left out." },
      { row: 3, column: "Price", code: "price_read", message: "“9,00” was read as 9.00." },
    ],
  });
  const groups = [...page.matchAll(/<details( open="")?[^>]*><summary[^>]*>([^<]+)<span class="([^"]*)">([^<]+)/g)];
  expect(groups.map(([, open, label, style, count]) => [Boolean(open), label?.trim(), count, style])).toEqual([
    [true, "Values that could not be read and were left out", "(1,200)", expect.stringContaining("text-danger")],
    [false, "Prices as they were read", "(1)", expect.not.stringContaining("text-danger")],
  ]);
  expect(textOf(page)).toContain("And 1,199 more. Download the file to see all of them.");
});

test("R10 C5 an import that left rows out doesn't only say that it is complete", () => {
  const done = (error: number) =>
    screenOf({ status: "done", totals: { rows: 1000, create: 900, update: 0, skip: 0, error } });
  expect(textOf(done(3))).toMatch(/Import complete.*3 of 1,000 rows were not imported\. Download them below/);
  expect(textOf(done(0))).not.toContain("were not imported.");
  expect([done(3), done(0)].map((page) => /bg-(\w+)-soft/.exec(page)?.[1])).toEqual(["warning", "success"]);
});

test("R10 C5 an import without images has no card about images while it runs", () => {
  const none = { total: 0, ready: 0, failed: 0, failures: [], without: { count: 2, products: [] } };
  expect(screenOf({ status: "running", images: none })).not.toContain(">Images<");
  expect(screenOf({ status: "running", images: { ...none, total: 2 } })).toContain(">Images<");
  expect(textOf(screenOf({ status: "done", images: none }))).toContain("2 active products have no image");
});

test("R10 A5 why a file can't be read is said once, without a choice of encodings", () => {
  const message = "No products were found in this XML file.";
  const refused = textOf(screenOf({ status: "failed", message }, message));
  expect(refused.split(message)).toHaveLength(2);
  expect(refused).not.toContain("First rows");
  expect(textOf(screenOf({ status: "failed", message }, "The file is gone."))).toContain("First rows");
  expect(textOf(screenOf({ status: "failed", message: "The column path is missing." }))).toContain("First rows");
});

test("R10 C5 columns or an encoding that were chosen since the preview have to be previewed before the import", () => {
  expect([false, true].map((isChanged) => isDisabled(confirmStep(isChanged)))).toEqual([false, true]);
  expect(textOf(confirmStep(true))).toContain("Preview the file again before you import.");
  const job = { mapping: { sku: "Code", price: "Cost" }, encoding: "utf-8" as const };
  expect(isOtherThan(job, job)).toBe(false);
  expect(isOtherThan(job, { ...job, mapping: { sku: "Code", price: "Price" } })).toBe(true);
  expect(isOtherThan(job, { ...job, mapping: { sku: "Code" } })).toBe(true);
  expect(isOtherThan(job, { ...job, encoding: "windows-1252" })).toBe(true);
  expect(isOtherThan({ mapping: null, encoding: null }, { mapping: {}, encoding: null })).toBe(false);
});

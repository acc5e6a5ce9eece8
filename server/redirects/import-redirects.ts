import { CsvError, parse } from "csv-parse/sync";
import { problems } from "#contract/problems.ts";
import { RedirectForm, type RedirectImport } from "#contract/shop/redirects.ts";
import { listTakenSlugs } from "#server/catalogue/catalogue.ts";
import { type ChangeDetails, maxRecorded } from "#server/platform/app.ts";
import type { RecordedObject } from "#server/platform/changes/objects.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { deleteRedirectsFrom, listTargets, lockRedirects, upsertRedirects } from "./redirects.sql.ts";
import { findRedirectProblem, productSlugs } from "./redirects.ts";

interface CsvRow {
  row: number;
  cells: string[];
}
interface ReadRow extends RedirectForm {
  row: number;
}

/**
 * Imports a table with the columns from and to, or Shopify's "Redirect from" and "Redirect to". Rows that can't be
 * redirects are listed, the others saved. `change` gets where the changed paths led and lead. Throws `upload_unreadable`.
 */
export async function importRedirects(tx: Tx, csv: string, change: Pick<ChangeDetails, "before" | "after">) {
  const { rows, problems: unreadable } = readRows(csv);
  await lockRedirects(tx);
  const targets = await listTargets(tx);
  const slugs = new Set(await listTakenSlugs(tx, productSlugs(rows), 0));
  const result: RedirectImport = { created: 0, updated: 0, unchanged: 0, problems: unreadable };
  const saved = new Map<string, RedirectForm>();
  const former: Targets = {};
  for (const { row, from, to } of rows) {
    const before = targets.get(from);
    const problem = findRedirectProblem({ from, to }, targets, slugs);
    if (problem) result.problems.push({ row, message: problems[problem].says });
    else if (before === to) result.unchanged++;
    else {
      if (!saved.has(from)) {
        result[before === undefined ? "created" : "updated"]++;
        former[from] = before ?? null;
      }
      saved.set(from, { from, to });
      targets.set(from, to);
    }
  }
  await upsertRedirects(tx, [...saved.values()]);
  change.before = former;
  change.after = Object.fromEntries([...saved].map(([from, { to }]) => [from, to]));
  result.problems.sort((one, other) => one.row - other.row);
  return result;
}

/** Where each path leads; null for one without a redirect. */
export type Targets = Record<string, string | null>;

/** Imports, as changes record them: where each path that they changed led before and after. */
export const importObject: RecordedObject<Targets> = {
  lock: lockRedirects,
  read: async (tx) => Object.fromEntries(await listTargets(tx)),
  name: () => null,
  isReported: true,
  mostFields: maxRecorded,
  update: (tx, _id, state) => setTargets(tx, state),
};

/** Sets where paths lead. Throws as `createRedirect`. */
async function setTargets(tx: Tx, wanted: Targets): Promise<void> {
  const targets = await listTargets(tx);
  const changed = Object.entries(wanted).filter(([from, to]) => (targets.get(from) ?? null) !== to);
  const redirects = changed.flatMap(([from, to]) => (to === null ? [] : [{ from, to }]));
  const removed = changed.flatMap(([from, to]) => (to === null ? [from] : []));
  for (const from of removed) targets.delete(from);
  for (const { from, to } of redirects) targets.set(from, to);
  const slugs = new Set(await listTakenSlugs(tx, productSlugs(redirects), 0));
  const problem = redirects.map((redirect) => findRedirectProblem(redirect, targets, slugs)).find(Boolean);
  if (problem) throw new Problem(problem);
  await deleteRedirectsFrom(tx, removed);
  await upsertRedirects(tx, redirects);
}

function readRows(csv: string): { rows: ReadRow[]; problems: RedirectImport["problems"] } {
  const [header, ...rest] = parseCsv(csv);
  const names = (header?.cells ?? []).map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replace(/^redirect /, ""),
  );
  const [from, to] = [names.indexOf("from"), names.indexOf("to")];
  if (from < 0 || to < 0)
    throw new Problem("upload_unreadable", { message: "The file needs the columns “from” and “to”." });
  const rows: ReadRow[] = [];
  const problems: RedirectImport["problems"] = [];
  for (const { row, cells } of rest) {
    const read = RedirectForm.safeParse({ from: withoutHost(cells[from] ?? ""), to: cells[to] ?? "" });
    if (read.success) rows.push({ row, ...read.data });
    else problems.push({ row, message: read.error.issues[0]?.message ?? "" });
  }
  return { rows, problems };
}

/** Old addresses are often exported with the host, which has no meaning for a path of this shop. */
const withoutHost = (address: string) => address.trim().replace(/^https?:\/\/[^/]+(?=\/)/i, "");

function parseCsv(csv: string): CsvRow[] {
  try {
    const rows: CsvRow[] = [];
    parse(csv, {
      bom: true,
      delimiter: [",", ";", "\t"],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      on_record: (cells: string[], { lines }) => void rows.push({ row: lines, cells }),
    });
    return rows;
  } catch (error) {
    if (error instanceof CsvError) throw new Problem("upload_unreadable");
    throw error;
  }
}

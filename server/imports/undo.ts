import type { ApiRoute } from "#contract/api.ts";
import { findSetAuthor, insertSetChanges, markUndone, type SetAuthor } from "#server/accounts/accounts.ts";
import { revertCategories } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem, toProblem } from "#server/platform/http/problem.ts";
import { findJob, lockJob } from "./imports.sql.ts";
import { undoProduct } from "./products/imported-product.ts";
import * as rows from "./undo.sql.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    "imports.undo": { id: string };
  }
}

export const undoHours = 24;
const shownFailures = 100;
const undoing: ApiRoute = "POST /imports/:id/undo";

/** Starts to undo an import. Throws `import_not_undoable` after 24 hours, or if it is undone or changed nothing. */
export async function undoImport(app: App, tx: Tx, id: string): Promise<void> {
  assertFound(await findJob(tx, id));
  if (!(await rows.startUndo(tx, id, { now: app.now(), hours: undoHours }))) throw new Problem("import_not_undoable");
  await enqueueUndo(app, tx, id);
  await invalidate(tx, `imports:${id}`);
}

/** Until when an import can be undone, or what its undo did. */
export const getImportUndo = ({ db, now }: App, id: string) => rows.getUndo(db, id, { now: now(), hours: undoHours });

export const enqueueUndo = ({ jobs }: Pick<App, "jobs">, tx: Tx | Db, id: string) =>
  jobs.add(tx, "imports.undo", { id }, { key: `imports.undo:${id}` });

/**
 * Undoes an import as it was made: products one by one, the last first, each in a transaction, so that an interrupted
 * run continues; categories in one transaction. It ends early and is enqueued again once `signal` is aborted.
 */
export async function runUndo(app: App, id: string, signal: AbortSignal) {
  while (await undoNext(app, id)) if (signal.aborted) return enqueueUndo(app, app.db, id);
}

/** Undoes the next product, or all categories; false if none is left. */
async function undoNext(app: App, id: string): Promise<boolean> {
  try {
    return await inTransaction(app.db, (tx) => undoInTransaction(app, tx, id));
  } catch (error) {
    const problem = toProblem(error);
    // Without the database the job is retried.
    if (!problem || problem.code === "busy") throw error;
    await inTransaction(app.db, (tx) => leaveNext(tx, id, problem.errors?.[0]?.message ?? problem.message));
    return true;
  }
}

async function undoInTransaction(app: App, tx: Tx, id: string): Promise<boolean> {
  const job = await lockJob(tx, id);
  if (job?.status !== "undoing") return false;
  await invalidate(tx, `imports:${id}`);
  const author = await findSetAuthor(tx, "import", { setId: id, action: undoing }, job.created_by);
  const [product] = await rows.listNextProducts(tx, id);
  if (product) {
    await saveProduct(tx, id, product, await undoProduct(app, tx, product, author));
    return true;
  }
  // Those that have products or subcategories, or were changed, stay.
  const outcomes = await undoCategories(app, tx, id, author);
  if (job.kind === "categories") await rows.saveUndo(tx, id, { outcomes, limit: shownFailures });
  await rows.finishUndo(tx, id);
  return false;
}

const saveProduct = (tx: Tx, jobId: string, { id, changes }: rows.ChangedProduct, message: string | null) =>
  rows.saveUndo(tx, jobId, { outcomes: [{ id, message }], downTo: changes[0]?.change_id, limit: shownFailures });

async function undoCategories(app: App, tx: Tx, id: string, author: SetAuthor): Promise<rows.UndoOutcome[]> {
  const changes = await rows.listChangedCategories(tx, id);
  const changeIds = new Map(changes.map((change) => [change.id, change.change_id]));
  const { outcomes, recorded } = await revertCategories(app, tx, changes);
  const undone = recorded.map((change) => ({ ...change, undoes: changeIds.get(change.id) }));
  await insertSetChanges(tx, { ...author, object: "category" }, undone);
  await markUndone(
    tx,
    undone.flatMap(({ undoes }) => undoes ?? []),
  );
  return outcomes;
}

/** Leaves the next product as it is, or all categories. */
async function leaveNext(tx: Tx, id: string, message: string) {
  const [product] = await rows.listNextProducts(tx, id);
  if (product) return saveProduct(tx, id, product, message);
  const job = await findJob(tx, id);
  const left = job?.kind === "categories" ? await rows.listChangedCategories(tx, id) : [];
  const outcomes = left.map((change) => ({ id: change.id, message }));
  await rows.saveUndo(tx, id, { outcomes, limit: shownFailures });
  await rows.finishUndo(tx, id);
}

import { revertCategories, revertCreation, revertProduct } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem, toProblem } from "#server/platform/http/problem.ts";
import { findJob, type JobRow, lockJob } from "./imports.sql.ts";
import {
  finishUndo,
  getUndo,
  type ImportChange,
  listMadeCategories,
  listToUndo,
  saveUndo,
  startUndo,
} from "./undo.sql.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    "imports.undo": { id: string };
  }
}

export const undoHours = 24;
const shownFailures = 100;

/** Starts to undo an import. Throws `import_not_undoable` after 24 hours, or if it is undone or changed nothing. */
export async function undoImport(app: App, id: string): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    assertFound(await findJob(tx, id));
    if (!(await startUndo(tx, id, { now: app.now(), hours: undoHours }))) throw new Problem("import_not_undoable");
    await enqueueUndo(app, tx, id);
    await invalidate(tx, `imports:${id}`);
  });
}

/** Until when an import can be undone, or what its undo did. */
export const getImportUndo = ({ db, now }: App, id: string) =>
  getUndo(db, id, { now: now(), hours: undoHours, limit: shownFailures });

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
    return await inTransaction(app.db, async (tx) => {
      const job = await lockJob(tx, id);
      if (job?.status !== "undoing") return false;
      const changes = await listBatch(tx, job);
      await invalidate(tx, `imports:${id}`);
      const [product] = changes;
      if (!product) {
        // Those that have products or subcategories, or were changed, stay.
        if (job.kind === "products") await revertCategories(app, tx, await listMadeCategories(tx, id));
        await finishUndo(tx, id);
        return false;
      }
      const outcomes =
        job.kind === "categories"
          ? await revertCategories(app, tx, changes)
          : [{ entity_id: product.entity_id, message: await undoProduct(app, tx, job, product) }];
      await saveUndo(tx, id, outcomes);
      return true;
    });
  } catch (error) {
    const problem = toProblem(error);
    // Without the database the job is retried.
    if (!problem || problem.code === "busy") throw error;
    await inTransaction(app.db, async (tx) => {
      const failed = await listBatch(tx, assertFound(await findJob(tx, id)));
      const message = problem.errors?.[0]?.message ?? problem.message;
      const outcomes = failed.map(({ entity_id }) => ({ entity_id, message }));
      await saveUndo(tx, id, outcomes);
    });
    return true;
  }
}

const listBatch = (tx: Tx, { id, kind }: JobRow) => listToUndo(tx, id, kind === "products" ? 1 : null);

/** Returns why some of it stays, or null. */
async function undoProduct(
  app: App,
  tx: Tx,
  { created_by }: JobRow,
  { entity_id: product_id, version, before, after, applied_at: at }: ImportChange,
): Promise<string | null> {
  if (!before || !after) {
    await revertCreation(app, tx, product_id, version);
    return null;
  }
  const left = await revertProduct(app, tx, product_id, { before, after, at }, created_by);
  return left.length > 0 ? `Changed since, so not set back: ${left.join(", ")}.` : null;
}

import type { CategoryForm } from "#contract/catalogue/categories.ts";
import { findSetAuthor, insertSetChanges } from "#server/accounts/accounts.ts";
import {
  createCategories,
  diffCategories,
  enqueueCategoryRules,
  lockCategoriesSnapshot,
  updateCategory,
  writeImportKeys,
} from "#server/catalogue/catalogue.ts";
import {
  deleteErrors,
  finishJob,
  insertRemarks,
  type JobRow,
  lockJob,
  setOf,
  updateProgress,
} from "#server/imports/imports.sql.ts";
import { startReading } from "#server/imports/reading/file-reader.ts";
import { type RowRemark, toRemark } from "#server/imports/remarks.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { type CategoryPlan, type PlannedParent, planCategories } from "./category-plan.ts";

/** Imports a category file in one transaction: an interrupted run starts again. */
export async function runCategories({ db, jobs }: Pick<App, "db" | "jobs">, job: JobRow, file: string): Promise<void> {
  const { id: jobId, encoding } = job;
  const { rows, drafts, errors } = (await startReading("categories", { file, encoding })).opened;
  await inTransaction(db, async (tx) => {
    if ((await lockJob(tx, jobId))?.status !== "running") return;
    const before = await lockCategoriesSnapshot(tx);
    const plan = planCategories(drafts, before.categories, await before.redirects);
    const wanted = plan.creates.map(({ draft, parent }) => ({ ...draft, parent }));
    const made = await createCategories(tx, wanted);
    const refused = await updateAll({ jobs }, tx, plan, made);
    await writeImportKeys(tx, plan.adopts);
    const author = await findSetAuthor(tx, "import", setOf(job), job.created_by);
    await insertSetChanges(tx, { ...author, object: "category" }, await diffCategories(tx, before, listTouched(plan)));
    await deleteErrors(tx, jobId);
    const bad = [...errors, ...plan.errors, ...refused];
    await insertRemarks(tx, jobId, "error", bad);
    const create = plan.creates.length;
    const update = plan.updates.length - refused.length;
    const left_out = new Set(bad.map(({ row }) => row)).size;
    await updateProgress(tx, jobId, { create, update, skip: plan.skips, left_out, row: rows, rows });
    await finishJob(tx, jobId);
    await invalidate(tx, `imports:${jobId}`);
  });
}

function listTouched({ updates, adopts }: CategoryPlan) {
  const placed = updates.filter(({ changes }) => changes.includes("parent") || changes.includes("position"));
  return {
    changed: new Set([...updates.map(({ current }) => current.id), ...adopts.map(({ id }) => id)]),
    placed: new Set(placed.map(({ current }) => current.id)),
  };
}

async function updateAll(app: Pick<App, "jobs">, tx: Tx, plan: CategoryPlan, made: ReadonlyMap<string, number>) {
  const refused: RowRemark[] = [];
  for (const { draft, current, parent, changes } of plan.updates) {
    const form: CategoryForm = {
      name: draft.name,
      // A file of addresses gives a category a new name, not a new address.
      ...(draft.slug === undefined ? {} : { slug: current.slug }),
      ...(draft.description === undefined ? {} : { description: draft.description }),
      ...(draft.is_active === undefined ? {} : { is_active: draft.is_active }),
      ...(changes.includes("position") ? { position: draft.position } : {}),
      ...(changes.includes("parent") ? { parent_id: resolveId(parent, made) } : {}),
    };
    try {
      const change = await updateCategory(tx, current.id, { ...form, version: current.version });
      if (change) await enqueueCategoryRules(app, tx, change);
    } catch (error) {
      // Rejected before anything was written, so the transaction can continue.
      if (!(error instanceof Problem)) throw error;
      refused.push(toRemark(draft.row, null, error.code, error.message));
    }
  }
  return refused;
}

const resolveId = (parent: PlannedParent, made: ReadonlyMap<string, number>) =>
  parent === null ? null : "id" in parent ? parent.id : (made.get(parent.key) ?? null);

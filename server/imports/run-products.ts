import { createProduct, updateProduct } from "#server/catalogue/catalogue.ts";
import { addPicture, fetchPending } from "#server/images/images.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { Problem, problemOf } from "#server/platform/http/problem.ts";
import { changed, inTransaction } from "#server/platform/database/transaction.ts";
import { type BadRow, remark } from "./bad-row.ts";
import {
  addRemarks,
  advanceJob,
  finishJob,
  forgetErrors,
  type JobRow,
  type Outcome,
  waitForNoDisk,
} from "./imports.sql.ts";
import { lastRow, openProducts, type PlannedProduct } from "./product-batches.ts";
import { formOfChanged, formOfNew, type Words } from "./product-forms.ts";
import type { ProductPlan } from "./product-plan.ts";
import { wordsFor } from "./product-words.ts";

type Work = Extract<ProductPlan, { kind: "create" | "update" }>;

/**
 * Imports a product file, each product in a transaction of its own that also notes how far the run has come: one that is
 * cut off goes on where it was. Bad products are left out, the good ones stay.
 */
export async function runProducts(app: App, job: JobRow, file: string): Promise<void> {
  const { batches } = await openProducts(app.db, file, { after: job.done_row });
  try {
    for await (const batch of batches) await runBatch(app, job, batch);
  } catch (error) {
    if (error instanceof Overtaken) return;
    throw error;
  }
  await inTransaction(app.db, async (tx) => {
    await finishJob(tx, job.id);
    await changed(tx, `imports:${job.id}`);
  });
}

async function runBatch(app: App, job: JobRow, batch: PlannedProduct[]) {
  const work = batch.flatMap(({ plan }) => (plan.kind === "create" || plan.kind === "update" ? plan : []));
  const words =
    work.length === 0
      ? undefined
      : await inTransaction(app.db, (tx) =>
          wordsFor(
            tx,
            work.map(({ draft }) => draft),
          ),
        );
  let idle: PlannedProduct[] = [];
  for (const planned of batch) {
    if (planned.plan.kind === "skip" || planned.plan.kind === "error") {
      idle.push(planned);
      continue;
    }
    await settle(app, job, { idle, planned, work: planned.plan, words: words as Words });
    idle = [];
  }
  if (idle.length > 0) await inTransaction(app.db, (tx) => record(tx, job, idle, nothing));
}

/** Another run of the same import is further, so this one leaves it to that. */
class Overtaken extends Error {}

const nothing: Outcome = { create: 0, update: 0, skip: 0 };

interface Step {
  /** Products before it that need nothing done. */
  idle: PlannedProduct[];
  planned: PlannedProduct;
  work: Work;
  words: Words;
}

async function settle(app: App, job: JobRow, { idle, planned, work, words }: Step) {
  try {
    await inTransaction(app.db, async (tx) => {
      await waitForNoDisk(tx);
      await apply(app, tx, work, words, job.created_by);
      await record(tx, job, [...idle, planned], { ...nothing, [work.kind]: 1 });
    });
  } catch (error) {
    const problem = problemOf(error);
    // Without the database there is nothing to go on with: the run is tried again later.
    if (!problem || problem.code === "busy") throw error;
    const failed: PlannedProduct = { ...planned, plan: { kind: "error", errors: blame(work, problem) } };
    await inTransaction(app.db, (tx) => record(tx, job, [...idle, failed], nothing));
  }
}

async function apply(app: App, tx: Tx, work: Work, words: Words, actorId: number | null) {
  const id =
    work.kind === "create" ? await createProduct(app, tx, formOfNew(work.draft, words), actorId) : work.current.id;
  if (work.kind === "update") await updateProduct(app, tx, id, formOfChanged(work, words), actorId);
  const has = new Set(work.kind === "update" ? work.current.sources : []);
  const fresh = work.draft.pictures.filter(({ source_url }) => !has.has(source_url));
  const [optionName] = work.draft.optionNames;
  for (const { source_url, alt, option } of fresh) {
    const option_value_id = option && optionName ? words.vocabulary.valueId(optionName, option) : null;
    await addPicture(tx, { source_url, alt, product_id: id, option_value_id });
  }
  if (fresh.length > 0) await fetchPending(app, tx);
}

/** Notes the outcome of products and that everything up to them is done. */
async function record(tx: Tx, job: JobRow, done: PlannedProduct[], outcome: Outcome) {
  const rows = done.flatMap((planned) => planned.rows);
  const [first] = rows;
  if (!first) return;
  if (job.totals.error > 0) await forgetErrors(tx, job.id, first.row, lastRow(rows));
  const errors = done.flatMap(({ plan }) => (plan.kind === "error" ? plan.errors : []));
  await addRemarks(tx, job.id, "error", errors);
  const skip = done.filter(({ plan }) => plan.kind === "skip").length;
  const ahead = await advanceJob(tx, job.id, { ...outcome, skip, row: lastRow(rows), rows: job.totals.rows + 1 });
  if (!ahead) throw new Overtaken();
  await changed(tx, `imports:${job.id}`);
}

/** What the shop refused, at the variation it is about when it says which. */
function blame({ draft }: Work, problem: Problem): BadRow[] {
  const places = problem.errors?.map(({ field, message }) => {
    const at = /^variations\.(\d+)/.exec(field)?.[1];
    return remark(draft.variations[Number(at ?? -1)]?.row ?? draft.first, null, problem.code, message);
  });
  return places?.length ? places : [remark(draft.first, null, problem.code, problem.message)];
}

import { setTimeout as pause } from "node:timers/promises";
import type { CategoryRules, RulesPreview } from "#contract/catalogue/category-rules.ts";
import { refreshCategories } from "#server/catalogue/products/derived-columns.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { afterCommit, inTransaction } from "#server/platform/database/transaction.ts";
import * as rows from "./category-rules.sql.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    "catalogue.apply-category-rules": rows.RuleChange;
  }
}

const batchSize = 2000;
const previewSize = 10;

/**
 * Puts the products that match the rules of a category into it and takes out the others. Call it after the commit of the
 * change: products that are refreshed later see it. They are refreshed in batches, so that orders of them don't wait.
 */
export async function applyCategoryRules(db: Db, change: rows.RuleChange): Promise<void> {
  await waitForRefreshes(db);
  const ids = await rows.listProductsToRefresh(db, change);
  for (let at = 0; at < ids.length; at += batchSize)
    await inTransaction(db, (tx) => refreshCategories(tx, ids.slice(at, at + batchSize)));
}

/** Those that come later would queue behind this wait, so after a second it lets them pass and begins again. */
async function waitForRefreshes(db: Db): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      return await inTransaction(db, rows.waitForRefreshes);
    } catch (error) {
      if ((error as { code?: string }).code !== lockTimeout || attempt === maxWaits) throw error;
      await pause(100);
    }
}

/** PostgreSQL's code of a lock that was not there in time. */
const lockTimeout = "55P03";
/** Some minutes. */
const maxWaits = 300;

/** Has rules applied by a job, in case this process ends before it has done so. */
export const enqueueCategoryRules = ({ jobs }: Pick<App, "jobs">, tx: Tx, change: rows.RuleChange) =>
  jobs.add(tx, "catalogue.apply-category-rules", change, {
    key: `catalogue.apply-category-rules:${change.id}:${change.withMembers}`,
  });

/** Applies rules right after the commit, and by a job in case this process ends before it has done so. */
export async function applyAfterCommit(app: Pick<App, "jobs">, tx: Tx, change: rows.RuleChange): Promise<void> {
  await enqueueCategoryRules(app, tx, change);
  afterCommit(tx, (db) => applyCategoryRules(db, change));
}

/** Registers the jobs of category rules. At night they are applied because `published` depends on the date. */
export function registerCategoryRuleJobs({ db, jobs }: App) {
  jobs.define("catalogue.apply-category-rules", (change) => applyCategoryRules(db, change), { isBulk: true });
  jobs.schedule("catalogue.category-rules", "17 3 * * *", async () => {
    for (const id of await rows.listCategoriesWithRules(db)) await applyCategoryRules(db, { id, withMembers: false });
  });
}

/** The products that rules would put into a category. */
export async function previewCategoryRules(db: Db, rules: CategoryRules): Promise<RulesPreview> {
  const { total, products } = await rows.listMatchingProducts(db, rules, previewSize);
  return {
    total,
    products: products.map(({ id, name, thumbnail, price_amount: amount, currency }) => ({
      id,
      name,
      thumbnail,
      price: { amount, currency },
    })),
  };
}

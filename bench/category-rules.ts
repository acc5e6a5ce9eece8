// DATA_DIR=<folder of bench/fill.ts> node bench/category-rules.ts: what categories with rules cost, in ms. The shop must
// not be running. Refreshes with and without 20 rules take turns, so that both meet the same load.
import type { CategoryRules } from "#contract/catalogue/category-rules.ts";
import { refreshProducts } from "#server/catalogue/catalogue.ts";
import { createCategory, deleteCategory } from "#server/catalogue/categories/categories.ts";
import { applyCategoryRules, previewCategoryRules } from "#server/catalogue/categories/category-rules.ts";
import { readConfig } from "#server/platform/config.ts";
import { listValues, openDatabase } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { prepareDatabase } from "#server/start/database.ts";
import { quantile, requireInput } from "./measure.ts";

const rounds = 9;
const threeConditions: CategoryRules = {
  match: "all",
  conditions: [
    { field: "price", op: "less_than", value: 5000 },
    { field: "discount", op: "at_least", value: 10 },
    { field: "stock", op: "is", value: "in_stock" },
  ],
};
const { connection, stop } = await prepareDatabase(readConfig(), (line) => console.log(line));
const database = openDatabase(connection, { size: 4 });
const { db } = database;
const created: number[] = [];
let matching = 0;
try {
  await compareRefreshes();
  const below = (value: number): CategoryRules => ({
    match: "all",
    conditions: [{ field: "price", op: "less_than", value }],
  });
  for (const value of [1000, 5000, 25_000]) {
    const { total } = await previewCategoryRules(db, below(value));
    matching += total;
    const preview = await millisecondsOf(() => previewCategoryRules(db, below(value)));
    const id = await addCategory(below(value));
    const applied = await millisecondsOf(() => applyCategoryRules(db, { id, withMembers: false }));
    console.log(`${total} products: preview ${preview}, applied ${applied}`);
  }
  requireInput(matching, "No product matches the rules.");
} finally {
  await deleteCreated();
  await database.close();
  await stop();
}

/** The median refresh of 1, 50 and 2,000 products, without rules and with 20 of three conditions. */
async function compareRefreshes() {
  const products = await listValues<number>(db)`select id from products where deleted_at is null order by id`;
  const counts = [1, 50, 2000].filter((count) => count * rounds <= products.length);
  requireInput(
    counts.length,
    `This shop has ${products.length} products, too few to measure. Fill it with bench/fill.ts.`,
  );
  for (const count of counts) {
    const refresh = (round: number) => {
      const ids = products.slice(round * count, (round + 1) * count);
      return inTransaction(db, (tx) => refreshProducts(tx, ids));
    };
    const times: Record<"without" | "with", number[]> = { without: [], with: [] };
    for (let round = 0; round < rounds; round++) {
      times.without.push(await millisecondsOf(() => refresh(round)));
      for (let at = 0; at < 20; at++) await addCategory(threeConditions);
      times.with.push(await millisecondsOf(() => refresh(round)));
      await deleteCreated();
    }
    console.log(`${count} refreshed: ${quantile(times.without)} without rules, ${quantile(times.with)} with 20`);
  }
}

async function addCategory(rules: CategoryRules): Promise<number> {
  const id = await inTransaction(db, (tx) => createCategory(tx, { name: `Rules ${crypto.randomUUID()}`, rules }));
  created.push(id);
  return id;
}

async function deleteCreated() {
  for (const id of created.splice(0)) {
    await inTransaction(db, (tx) => deleteCategory(tx, id, {}));
    await applyCategoryRules(db, { id, withMembers: false });
  }
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return Math.round((performance.now() - start) * 10) / 10;
}

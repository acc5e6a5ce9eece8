import type { z } from "zod";
import type { AdminCategory, Category, CategoryQuery } from "#contract/catalogue/categories.ts";
import type { App } from "#server/platform/app.ts";
import { mayRead } from "#server/platform/auth/caller.ts";
import { type Columns, fields, sendTable } from "#server/platform/csv.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { type CategoryRow, listCategoryRows } from "./categories.sql.ts";
import {
  createCategory,
  type DeletedCategory,
  deleteCategory,
  invalidateCategoriesWithImage,
  moveCategory,
  restoreCategory,
  updateCategory,
} from "./categories.ts";
import type { RuleChange } from "./category-rules.sql.ts";
import {
  applyCategoryRules,
  enqueueCategoryRules,
  previewCategoryRules,
  registerCategoryRuleJobs,
} from "./category-rules.ts";
import {
  type CategoryNode,
  type CategoryTree,
  getCategoryTree,
  normalizePath,
  toAdminCategory,
  toAdminDetails,
  toCategory,
  toCategoryDetails,
} from "./category-tree.ts";

/** The columns of the CSV file of categories. */
const columns: Columns<CategoryRow> = {
  ...fields("path", "name", "description", "position", "is_active"),
};

/** Category endpoints. */
export function categoryRoutes(app: App) {
  const { db } = app;
  for (const event of ["image.deleting", "image.changed"] as const)
    app.events.on(event, (tx, { id }) => invalidateCategoriesWithImage(tx, id));
  const details = async (id: number) => {
    const tree = await getCategoryTree(app, () => undefined);
    return { data: toAdminDetails(tree, assertFound(tree.byId.get(id))) };
  };
  registerCategoryRuleJobs(app);

  app.answer("GET /categories", async ({ query }, { addCacheTags }) =>
    listVisible(await getCategoryTree(app, addCacheTags), query),
  );
  app.answer("GET /categories/admin", async ({ query }, { addCacheTags }) =>
    listAll(await getCategoryTree(app, addCacheTags), query),
  );
  app.handle("GET /categories/export", (_, call) =>
    sendTable(call, "categories", columns, (after, limit) => listCategoryRows(db, after, limit)),
  );
  app.handle("GET /categories/:id", async ({ params }, { caller, addCacheTags }) => {
    const tree = await getCategoryTree(app, addCacheTags);
    const category = assertFound(tree.byId.get(params.id));
    if (mayRead(caller, "catalogue")) return { data: toAdminDetails(tree, category) };
    if (!category.visible) throw new Problem("not_found");
    return { data: toCategoryDetails(tree, category) };
  });
  app.handle("POST /categories", async ({ body }, { idempotency }) => {
    const id = await idempotency.transaction(db, async (tx) => {
      const created = await createCategory(tx, body);
      if (body.rules) await enqueueCategoryRules(app, tx, { id: created, withMembers: false });
      return created;
    });
    if (body.rules) await applyCategoryRules(db, { id, withMembers: false });
    return details(id);
  });
  const changeCategory = async (change: (tx: Tx) => Promise<RuleChange | undefined>) => {
    const toApply = await inTransaction(db, async (tx) => {
      const result = await change(tx);
      if (result) await enqueueCategoryRules(app, tx, result);
      return result;
    });
    if (toApply) await applyCategoryRules(db, toApply);
  };
  app.handle("PUT /categories/:id", async ({ params: { id }, body }) => {
    await changeCategory((tx) => updateCategory(tx, id, body));
    return details(id);
  });
  app.answer("POST /categories/rules/preview", ({ body }) => previewCategoryRules(db, body));
  app.handle("POST /categories/:id/move", async ({ params: { id }, body }) => {
    await changeCategory((tx) => moveCategory(tx, id, body));
    return details(id);
  });
  app.handle("DELETE /categories/:id", ({ params, query }, { audit }) =>
    changeCategory((tx) => deleteCategory(tx, params.id, query, audit)),
  );
  app.restore("DELETE /categories/:id", async (tx, { id }, before) => {
    const toApply = await restoreCategory(tx, id, before as unknown as DeletedCategory);
    if (toApply) await enqueueCategoryRules(app, tx, toApply);
  });
}

type Query = z.output<typeof CategoryQuery>;

const listVisible = (tree: CategoryTree, query: Query): Category[] => {
  const { nodes, depth } = selectNodes(tree, query, false);
  return nodes.map((node) => toCategory(node, depth, false));
};
const listAll = (tree: CategoryTree, query: Query): AdminCategory[] => {
  const { nodes, depth } = selectNodes(tree, query, true);
  return nodes.map((node) => toAdminCategory(node, depth));
};

/** The categories of a query and how deep to nest them: all, the children of one, or those with a name. */
function selectNodes(tree: CategoryTree, { parent, name, depth }: Query, includeHidden: boolean) {
  const allowed = (nodes: CategoryNode[]) => nodes.filter(({ visible }) => includeHidden || visible);
  const root = parent === undefined ? undefined : tree.byPath.get(normalizePath(parent));
  if (name) {
    const words = name.toLowerCase();
    const named = allowed(tree.all).filter((node) => node.name.toLowerCase().includes(words));
    const within = parent === undefined ? named : named.filter(({ parent_id }) => root && parent_id === root.id);
    return { nodes: within, depth: 1 };
  }
  if (parent)
    return { nodes: root && (includeHidden || root.visible) ? allowed(root.children) : [], depth: depth ?? 1 };
  return { nodes: allowed(tree.roots), depth: depth ?? 8 };
}

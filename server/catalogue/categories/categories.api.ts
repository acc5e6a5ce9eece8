import type { z } from "zod";
import type { AdminCategory, Category, CategoryQuery } from "#contract/catalogue/categories.ts";
import { sale } from "#server/catalogue/cache-tags.ts";
import { hasReducedProducts } from "#server/catalogue/products/products.sql.ts";
import type { App } from "#server/platform/app.ts";
import { mayRead } from "#server/platform/auth/caller.ts";
import { type Columns, fields, sendTable } from "#server/platform/csv.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { type CategoryRow, listCategoryRows } from "./categories.sql.ts";
import {
  createCategory,
  deleteCategory,
  invalidateCategoriesWithImage,
  moveCategory,
  updateCategory,
} from "./categories.ts";
import { type CategoryState, categoryObject } from "./category-changes.ts";
import type { RuleChange } from "./category-rules.sql.ts";
import { applyAfterCommit, previewCategoryRules, registerCategoryRuleJobs } from "./category-rules.ts";
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
    return toAdminDetails(tree, assertFound(tree.byId.get(id)));
  };
  const changed = async (tx: Tx, id: number, change: Promise<RuleChange | undefined>) => {
    const toApply = await change;
    if (toApply) await applyAfterCommit(app, tx, toApply);
    return id;
  };
  registerCategoryRuleJobs(app);

  app.handle("GET /categories", async ({ query }, { addCacheTags }) => {
    addCacheTags(sale);
    const [tree, hasSale] = await Promise.all([getCategoryTree(app, addCacheTags), hasReducedProducts(db)]);
    return { data: listVisible(tree, query), has_sale: hasSale };
  });
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
  app.object<CategoryState>("category", categoryObject(app));
  app.write(
    "POST /categories",
    async (tx, { body }) => {
      const id = await createCategory(tx, body);
      if (body.rules) await applyAfterCommit(app, tx, { id, withMembers: false });
      return { id };
    },
    { answer: ({ id }) => details(id) },
  );
  app.write("PUT /categories/:id", (tx, { params: { id }, body }) => changed(tx, id, updateCategory(tx, id, body)), {
    answer: details,
  });
  app.answer("POST /categories/rules/preview", ({ body }) => previewCategoryRules(db, body));
  app.write(
    "POST /categories/:id/move",
    (tx, { params: { id }, body }) => changed(tx, id, moveCategory(tx, id, body)),
    {
      answer: details,
    },
  );
  app.write("DELETE /categories/:id", async (tx, { params, query }, { change }) => {
    await changed(tx, params.id, deleteCategory(tx, params.id, query, change));
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

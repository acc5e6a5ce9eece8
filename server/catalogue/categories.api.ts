import type { z } from "zod";
import type { AdminCategory, Category, CategoryQuery } from "#contract/catalogue/categories.ts";
import type { App } from "#server/platform/app.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { createCategory, deleteCategory, moveCategory, pictureLeaves, updateCategory } from "./category-changes.ts";
import {
  adminBranch,
  branch,
  type CategoryTree,
  categoryTree,
  plainPath,
  type Shelf,
  shelfDetails,
} from "./category-tree.ts";

/** The calls of contract/catalogue/categories.ts. */
export function categoryRoutes(app: App) {
  const { db } = app;
  app.events.on("image.deleting", (tx, { id }) => pictureLeaves(tx, id));
  const shown = async (id: number) => {
    const tree = await categoryTree(app, () => undefined);
    return { data: shelfDetails(tree, assertFound(tree.byId.get(id))) };
  };

  app.handle("GET /categories", async ({ query }, { shows }) => ({
    data: shownPart(await categoryTree(app, shows), query),
  }));
  app.handle("GET /categories/admin", async ({ query }, { shows }) => ({
    data: wholePart(await categoryTree(app, shows), query),
  }));
  app.handle("GET /categories/:id", async ({ params }, { caller, shows }) => {
    const tree = await categoryTree(app, shows);
    const shelf = assertFound(tree.byId.get(params.id));
    if (!shelf.visible && !(caller.kind === "user" && caller.role === "admin")) throw new Problem("not_found");
    return { data: shelfDetails(tree, shelf) };
  });
  app.handle("POST /categories", async ({ body }, { once }) =>
    shown(await once.step(db, (tx) => createCategory(tx, body))),
  );
  app.handle("PUT /categories/:id", async ({ params, body }) => {
    await inTransaction(db, (tx) => updateCategory(tx, params.id, body));
    return shown(params.id);
  });
  app.handle("POST /categories/:id/move", async ({ params, body }) => {
    await inTransaction(db, (tx) => moveCategory(tx, params.id, body));
    return shown(params.id);
  });
  app.handle("DELETE /categories/:id", ({ params, query }) =>
    inTransaction(db, (tx) => deleteCategory(tx, params.id, query)),
  );
}

type Asked = z.output<typeof CategoryQuery>;

const shownPart = (tree: CategoryTree, query: Asked): Category[] => {
  const { shelves, depth } = asked(tree, query, false);
  return shelves.map((shelf) => branch(shelf, depth, false));
};
const wholePart = (tree: CategoryTree, query: Asked): AdminCategory[] => {
  const { shelves, depth } = asked(tree, query, true);
  return shelves.map((shelf) => adminBranch(shelf, depth));
};

/** The part of the tree that was asked for, and how deep: all of it, the children of one, or those with a name. */
function asked(tree: CategoryTree, { parent, name, depth }: Asked, hidden: boolean) {
  const seen = (shelves: Shelf[]) => shelves.filter(({ visible }) => hidden || visible);
  const below = parent === undefined ? undefined : tree.byPath.get(plainPath(parent));
  if (name) {
    const words = name.toLowerCase();
    const named = seen(tree.all).filter((shelf) => shelf.name.toLowerCase().includes(words));
    const within = parent === undefined ? named : named.filter(({ parent_id }) => below && parent_id === below.id);
    return { shelves: within, depth: 1 };
  }
  if (parent) return { shelves: below && (hidden || below.visible) ? seen(below.children) : [], depth: depth ?? 1 };
  return { shelves: seen(tree.tops), depth: depth ?? 8 };
}

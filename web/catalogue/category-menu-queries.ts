import { query } from "#web/api/query.ts";

/** What is below a category, or the top for an empty path: one level, so that a large tree costs no more than a small one. */
export const level = (path: string) =>
  query("GET /categories", { query: path ? { parent: path, depth: 1 } : { depth: 1 } });

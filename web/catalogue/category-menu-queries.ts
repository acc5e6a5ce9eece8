import { query } from "#web/api/query.ts";

/** What is below a category, or the top for an empty path; with what is below that, to know where one can go on. */
export const level = (path: string) =>
  query("GET /categories", { query: path ? { parent: path, depth: 2 } : { depth: 2 } });

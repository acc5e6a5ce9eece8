import { z } from "zod";
import { endpoint, IdParams, list, one, Version } from "#contract/endpoint.ts";

const Word = z.string().trim().min(1).max(60);

/** Words that mean the same in searches. `includes` are found by them, but not the other way round. */
const Synonyms = z.object({
  words: z.array(Word).min(1, "Word required").max(20),
  includes: z.array(Word).max(30).default([]),
});
export const SynonymsForm = Synonyms.refine(({ words, includes }) => words.length + includes.length > 1, {
  path: ["words"],
  error: "Enter at least two words, separated by commas.",
});
export type SynonymsForm = z.infer<typeof SynonymsForm>;
export const SearchSynonyms = Synonyms.extend({ id: z.int(), version: z.int() });
export type SearchSynonyms = z.infer<typeof SearchSynonyms>;

export const searchSynonymsApi = {
  "GET /product/admin/search-synonyms": endpoint({
    summary: "List the shop's own search synonyms.",
    caller: "admin",
    reply: list(SearchSynonyms),
  }),
  "GET /product/admin/search-synonyms/default": endpoint({
    summary: "List the search synonyms of the shop's language, which apply as well.",
    caller: "admin",
    reply: list(Synonyms),
  }),
  "POST /product/admin/search-synonyms": endpoint({
    summary: "Create search synonyms. The next search uses them.",
    caller: "admin",
    idempotency: "accepted",
    body: SynonymsForm,
    reply: one(SearchSynonyms),
    status: 201,
  }),
  "PUT /product/admin/search-synonyms/:id": endpoint({
    summary: "Update search synonyms.",
    caller: "admin",
    params: IdParams,
    body: SynonymsForm.safeExtend({ version: Version }),
    reply: one(SearchSynonyms),
    problems: ["not_found", "stale"],
  }),
  "DELETE /product/admin/search-synonyms/:id": endpoint({
    summary: "Delete search synonyms.",
    caller: "admin",
    params: IdParams,
    status: 204,
    problems: ["not_found"],
  }),
};

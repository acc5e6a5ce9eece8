import { z } from "zod";
import { endpoint, list } from "#contract/endpoint.ts";

const Word = z.string().trim().min(1).max(60);

/** Words that mean the same in searches. `includes` are found by them, but not the other way round. */
export const SearchSynonyms = z.object({
  words: z.array(Word).min(1, "Word required").max(20),
  includes: z.array(Word).max(30).default([]),
});
export type SearchSynonyms = z.infer<typeof SearchSynonyms>;

export const searchSynonymsApi = {
  "GET /product/admin/search-synonyms": endpoint({
    summary: "List the shop's own search synonyms. Those of the shop's language apply as well and are not listed.",
    caller: "admin",
    reply: list(SearchSynonyms),
  }),
  "PUT /product/admin/search-synonyms": endpoint({
    summary: "Replace the shop's own search synonyms.",
    caller: "admin",
    body: z.object({ synonyms: z.array(SearchSynonyms).max(1000) }),
    reply: list(SearchSynonyms),
  }),
};

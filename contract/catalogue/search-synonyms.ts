import { z } from "zod";
import { Version } from "#contract/endpoint.ts";
import { resource } from "#contract/resources/resource.ts";

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

const synonym = resource("search_synonym", ["catalogue", "settings"]);

export const searchSynonymsApi = {
  "GET /product/admin/search-synonyms": synonym.list("List the shop's own search synonyms.", SearchSynonyms),
  "GET /product/admin/search-synonyms/export": synonym.export("Download the shop's own search synonyms as CSV."),
  "GET /product/admin/search-synonyms/default": synonym.list(
    "List the search synonyms of the shop's language, which apply as well.",
    Synonyms,
  ),
  "POST /product/admin/search-synonyms": synonym.create(
    "Create search synonyms. The next search uses them.",
    SynonymsForm,
    SearchSynonyms,
  ),
  "PUT /product/admin/search-synonyms/:id": synonym.update(
    "Update search synonyms.",
    SynonymsForm.safeExtend({ version: Version }),
    SearchSynonyms,
    ["stale"],
  ),
  "DELETE /product/admin/search-synonyms/:id": synonym.delete("Delete search synonyms."),
};

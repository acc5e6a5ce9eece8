import { useQueryClient } from "@tanstack/react-query";
import type { SearchSynonyms } from "#contract/catalogue/search-synonyms.ts";
import { call } from "#web/api/call.ts";
import { query } from "#web/api/query.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";

export const ownSynonyms = query("GET /product/admin/search-synonyms", {});
export const defaultSynonyms = query("GET /product/admin/search-synonyms/default", {});
/** The searches of the last 30 days that found nothing. */
export const zeroResultSearches = query("GET /product/admin/zero-result-searches", { query: { days: 30 } });

/** Invalidates what depends on synonyms, the shop's search included. */
export function useRefreshSynonyms() {
  const client = useQueryClient();
  return () =>
    Promise.all([ownSynonyms.queryKey, ["GET /product"]].map((queryKey) => client.invalidateQueries({ queryKey })));
}

const report = (title: string) => (error: unknown) =>
  void toast({ tone: "danger", title, description: (error as Error).message });

/** Deletes synonyms at once, with undo. */
export function useDeleteSynonyms() {
  const refresh = useRefreshSynonyms();
  const restore = ({ words, includes }: SearchSynonyms) =>
    call("POST /product/admin/search-synonyms", { body: { words, includes } })
      .catch(report("Couldn't restore the synonyms"))
      .then(refresh);
  return async (synonyms: SearchSynonyms) => {
    try {
      await call("DELETE /product/admin/search-synonyms/:id", { params: { id: synonyms.id } });
      toast({
        tone: "success",
        title: `Synonyms of ${synonyms.words[0]} deleted`,
        action: { label: "Undo", onClick: () => void restore(synonyms) },
      });
    } catch (error) {
      report("Couldn't delete the synonyms")(error);
    }
    await refresh();
  };
}

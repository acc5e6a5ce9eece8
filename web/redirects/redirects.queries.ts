import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Redirect, RedirectFilters } from "#contract/shop/redirects.ts";
import { call } from "#web/api/call.ts";
import { query } from "#web/api/query.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { listAddress, type QueryOf } from "#web/ui/lists/list-params.ts";

export const redirectList = listAddress(dashboardPaths.redirects(), RedirectFilters.shape);

/** A page of redirects; the previous one stays until it is loaded. */
export const useRedirects = (listQuery: QueryOf<typeof redirectList>) =>
  useQuery({ ...query("GET /redirects", { query: listQuery }), staleTime: 0, placeholderData: keepPreviousData });

export function useRefreshRedirects() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["GET /redirects"] });
}

const report = (title: string) => (error: unknown) =>
  void toast({ tone: "danger", title, description: (error as Error).message });

/** Deletes a redirect at once, with undo. */
export function useDeleteRedirect() {
  const refresh = useRefreshRedirects();
  const restore = ({ from, to }: Redirect) =>
    call("POST /redirects", { body: { from, to } }).catch(report("Couldn't restore the redirect")).then(refresh);
  return async (redirect: Redirect & { id: number }) => {
    try {
      await call("DELETE /redirects/:id", { params: { id: redirect.id } });
      toast({
        tone: "success",
        title: `Redirect from ${redirect.from} deleted`,
        action: { label: "Undo", onClick: () => void restore(redirect) },
      });
    } catch (error) {
      report("Couldn't delete the redirect")(error);
    }
    await refresh();
  };
}

import { type Redirect, RedirectFilters } from "#contract/shop/redirects.ts";
import { call, invalidate } from "#web/api/call.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { deleteWithUndo } from "#web/ui/feedback/undo.ts";
import { listAddress } from "#web/ui/lists/list-address.ts";

export const redirectList = listAddress(dashboardPaths.redirects(), RedirectFilters.shape);

export const refreshRedirects = () => invalidate("GET /redirects");

/** Deletes a redirect at once, with undo. */
export const deleteRedirect = ({ id, from }: Redirect & { id: number }) =>
  deleteWithUndo({
    name: `Redirect from ${from}`,
    remove: () => call("DELETE /redirects/:id", { params: { id } }),
    refresh: refreshRedirects,
  });

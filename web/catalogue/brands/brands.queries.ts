import type { Brand } from "#contract/catalogue/brands.ts";
import { call, invalidate, query } from "#web/api/call.ts";
import { deleteWithUndo } from "#web/ui/feedback/undo.ts";

export const brands = query("GET /product/admin/brands", {});

export const refreshBrands = () => invalidate(brands, "GET /product/details/:slug");

/** Deletes the data of a brand at once, with undo. */
export const deleteBrand = ({ id, name }: Brand) =>
  deleteWithUndo({
    name,
    remove: () => call("DELETE /product/admin/brands/:id", { params: { id } }),
    refresh: refreshBrands,
  });

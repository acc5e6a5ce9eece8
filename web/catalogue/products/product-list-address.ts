import { ProductFilters, ProductSort } from "#contract/catalogue/product-form.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { listAddress } from "#web/ui/lists/list-address.ts";
import type { ProductListQuery } from "./products.queries.ts";

export const defaultSort = "-updated_at";

const { id: _ids, ...filters } = ProductFilters.shape;
export const productList = listAddress(dashboardPaths.products(), { ...filters, sort: ProductSort }, defaultSort);

/** The filters of a URL; invalid values are ignored. */
export const parseProductFilters = (search: URLSearchParams) => productList.filtersOf(productList.read(search));

/** The URL without its page, which a saved view stores. */
export const viewPath = ({ page: _page, per_page: _size, ...query }: ProductListQuery) => productList.write(query);

import { useQuery } from "@tanstack/react-query";
import { ListFilter } from "lucide-react";
import { ProductStatus } from "#contract/catalogue/product-form.ts";
import { CategoryButton } from "#web/catalogue/categories/category-button.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { Chip } from "#web/ui/forms/chip.tsx";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import { useListParams } from "#web/ui/lists/list-params.ts";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { SaveViewButton, useSavedView, ViewTabs } from "#web/ui/lists/saved-views.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { lackingLabels, ProductFiltersForm } from "./product-filters-form.tsx";
import { productList, viewPath } from "./product-list-address.ts";
import { productStatusLabels, stockLabels } from "./product-status.ts";
import {
  allTags,
  optionGroups,
  type ProductListFilters,
  type ProductListQuery,
  productTypes,
  shopInfo,
} from "./products.queries.ts";

/** Tabs of the product list (statuses and saved views), its search and its filters. */
export function ProductToolbar({ query }: { query: ProductListQuery }) {
  const change = useListParams(productList.read, productList.write);
  const setFilters = (to: ProductListFilters) => change(() => to);
  const saved = { list: "products", path: viewPath(query) } as const;
  const isSaved = useSavedView(saved) !== undefined;
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <nav aria-label="Product status" className="scroller -mx-1 max-w-full gap-0.5 px-1 py-1">
          {[undefined, ...ProductStatus.options].map((status) => (
            <TabLink
              key={status ?? "all"}
              to={productList.write({ ...query, status, page: 1 })}
              chosen={!isSaved && query.status === status}
            >
              {status ? productStatusLabels[status].label : "All"}
            </TabLink>
          ))}
          <ViewTabs {...saved} />
        </nav>
        <div className="flex flex-wrap items-center gap-3 max-sm:w-full">
          <CategoryButton
            chosen={query.category}
            none="All"
            title="Filter by category"
            topLabel="All categories"
            onChoose={(category) => setFilters({ category })}
          />
          <Button
            onClick={() =>
              openDialog({
                title: "Filter products",
                content: <ProductFiltersForm query={query} onApply={setFilters} />,
              })
            }
          >
            <ListFilter />
            Filter
          </Button>
          <ListSearch
            label="Search products"
            placeholder="Name or SKU"
            name={query.name}
            onSearch={(name) => setFilters({ name })}
          />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        <FilterChips query={query} />
        <SaveViewButton {...saved} />
      </div>
    </div>
  );
}

/** The applied filters that have no control of their own; a press removes one. */
const FilterChips = ({ query }: { query: ProductListQuery }) =>
  useFilterLabels(query).map(([filter, label]) => (
    <Chip key={filter} label={label} href={productList.write({ ...query, [filter]: undefined, page: 1 })}>
      {label}
    </Chip>
  ));

/** The filters in words, without status, category and search. */
export function useFilterLabels(query: ProductListFilters): [keyof ProductListFilters, string][] {
  const types = useQuery({ ...productTypes(), enabled: query.type !== undefined }).data?.data;
  const tags = useQuery({ ...allTags(), enabled: query.tag !== undefined }).data?.data;
  const groups = useQuery({ ...optionGroups(), enabled: query.option_group !== undefined }).data?.data;
  const currency = useQuery(shopInfo()).data?.data.currency ?? "EUR";
  const money = (amount: number) => formatMoney({ amount, currency });
  const named = (label: string, rows: { id: number; name: string }[] | undefined, id: number | undefined) =>
    id === undefined ? "" : `${label}: ${rows?.find((row) => row.id === id)?.name ?? `No. ${id}`}`;
  const labels: [keyof ProductListFilters, string][] = [
    ["type", named("Type", types, query.type)],
    ["tag", named("Tag", tags, query.tag)],
    ["option_group", named("Option", groups, query.option_group)],
    ["brand", query.brand ? `Brand: ${query.brand}` : ""],
    ["stock", query.stock ? stockLabels[query.stock] : ""],
    ["price_min", query.price_min === undefined ? "" : `From ${money(query.price_min)}`],
    ["price_max", query.price_max === undefined ? "" : `Up to ${money(query.price_max)}`],
    ["scheduled", query.scheduled ? "Scheduled" : ""],
    ["no_image", query.no_image ? "No image" : ""],
    ["lacking", query.lacking ? lackingLabels[query.lacking] : ""],
  ];
  return labels.filter(([, label]) => label !== "");
}

import { useQuery } from "@tanstack/react-query";
import { ChevronDown, X } from "lucide-react";
import type { ProductStatus } from "#contract/catalogue/product-form.ts";
import { useCategory } from "#web/catalogue/categories/categories.queries.ts";
import { CategoryChoice } from "#web/catalogue/categories/category-choice.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import { useListParams } from "#web/ui/lists/list-params.ts";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { parseProductList, productListPath } from "./product-list-address.ts";
import { productStatusLabels } from "./product-status.ts";
import { allTags, optionGroups, type ProductListQuery, productTypes } from "./products.queries.ts";

const tabs: ProductStatus[] = ["active", "draft", "archived"];

/** Filters of the product list: status, category, low stock and search. */
export function ProductToolbar({ query }: { query: ProductListQuery }) {
  const change = useListParams<ProductListQuery>(parseProductList, productListPath);
  const setFilters = (to: ProductListQuery) => change(() => to);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <nav aria-label="Product status" className="scroller -mx-1 max-w-full gap-0.5 px-1 py-1">
        <Tab query={query} status={undefined} />
        {tabs.map((status) => (
          <Tab key={status} query={query} status={status} />
        ))}
      </nav>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 max-sm:w-full">
        <Checkbox
          label="Low stock"
          checked={query.low_stock === true}
          onChange={({ target }) => setFilters({ low_stock: target.checked || undefined })}
        />
        <CategoryFilter chosen={query.category} onChoose={(category) => setFilters({ category })} />
        <UsageFilters query={query} onClear={(filter) => setFilters({ [filter]: undefined })} />
        <ListSearch
          label="Search products"
          placeholder="Name or SKU"
          name={query.name}
          onSearch={(name) => setFilters({ name })}
        />
      </div>
    </div>
  );
}

const Tab = ({ query, status }: { query: ProductListQuery; status: ProductStatus | undefined }) => (
  <TabLink to={productListPath({ ...query, status, page: 1 })} chosen={query.status === status}>
    {status ? productStatusLabels[status].label : "All"}
  </TabLink>
);

type FilterProps = { chosen: number | undefined; onChoose: (category: number | undefined) => void };

/** The chosen category; thousands of them are searched in a dialog. */
function CategoryFilter({ chosen, onChoose }: FilterProps) {
  const { data: category } = useCategory(chosen);
  const name = chosen === undefined ? "All" : (category?.name ?? `No. ${chosen}`);
  return (
    <Button
      onClick={() =>
        openDialog({
          title: "Filter by category",
          content: (
            <CategoryChoice
              legend="Category"
              topLabel="All categories"
              value={chosen ?? null}
              onChosen={(id) => onChoose(id ?? undefined)}
            />
          ),
        })
      }
      className="max-w-full min-w-0 max-sm:w-full sm:max-w-64"
    >
      <span className="truncate">Category: {name}</span>
      <ChevronDown aria-hidden="true" />
    </Button>
  );
}

type UsageFilter = "type" | "tag" | "option_group";

/** The product type, tag or option the list was opened for; a press shows all products again. */
function UsageFilters({ query, onClear }: { query: ProductListQuery; onClear: (filter: UsageFilter) => void }) {
  const types = useQuery({ ...productTypes(), enabled: query.type !== undefined }).data?.data;
  const tags = useQuery({ ...allTags(), enabled: query.tag !== undefined }).data?.data;
  const groups = useQuery({ ...optionGroups(), enabled: query.option_group !== undefined }).data?.data;
  const filters = [
    { filter: "type" as const, label: "Type", rows: types },
    { filter: "tag" as const, label: "Tag", rows: tags },
    { filter: "option_group" as const, label: "Option", rows: groups },
  ];
  return filters.map(({ filter, label, rows }) => {
    const id = query[filter];
    if (id === undefined) return null;
    const name = rows?.find((row) => row.id === id)?.name ?? `No. ${id}`;
    return (
      <Button key={filter} onClick={() => onClear(filter)} className="max-w-full min-w-0 sm:max-w-64">
        <span className="truncate">
          {label}: {name}
        </span>
        <X aria-hidden="true" />
        <span className="sr-only">, remove filter</span>
      </Button>
    );
  });
}

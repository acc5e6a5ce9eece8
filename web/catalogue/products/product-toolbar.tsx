import { useQuery } from "@tanstack/react-query";
import type { Category } from "#contract/catalogue/categories.ts";
import type { ProductStatus } from "#contract/catalogue/product-form.ts";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import { useListParams } from "#web/ui/lists/list-params.ts";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { parseProductList, productListPath } from "./product-list-address.ts";
import { productStatusLabels } from "./product-status.ts";
import { adminCategories, type ProductListQuery } from "./products.queries.ts";

const tabs: ProductStatus[] = ["active", "draft", "archived"];

/** Filters of the product list: status, category, low stock and search. */
export function ProductToolbar({ query }: { query: ProductListQuery }) {
  const change = useListParams<ProductListQuery>(parseProductList, productListPath);
  const setFilters = (to: ProductListQuery) => change(() => to);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <nav aria-label="State of products" className="scroller -mx-1 max-w-full gap-0.5 px-1 py-1">
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

function CategoryFilter({ chosen, onChoose }: FilterProps) {
  const { data } = useQuery(adminCategories());
  return (
    <SelectField
      label="Category"
      labelHidden
      value={chosen ?? ""}
      onChange={({ target }) => onChoose(Number(target.value) || undefined)}
      className="w-full sm:w-52"
    >
      <option value="">All categories</option>
      {indented(data?.data ?? []).map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

const indented = (categories: Category[], depth = 0): { id: number; label: string }[] =>
  categories.flatMap(({ id, name, subfolder }) => [
    { id, label: "\u2003".repeat(depth) + name },
    ...indented(subfolder, depth + 1),
  ]);

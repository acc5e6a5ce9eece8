import { useQuery } from "@tanstack/react-query";
import type { Category } from "#contract/catalogue/categories.ts";
import type { ProductStatus } from "#contract/catalogue/product-form.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { useListChange } from "#web/ui/list-change.ts";
import { ListSearch } from "#web/ui/list-search.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TabLink } from "#web/ui/tab-link.tsx";
import { productsAddress, productsAsked } from "./product-list-address.ts";
import { productStatusWords } from "./product-status.ts";
import { type AdminProductsAsked, adminCategories } from "./products.queries.ts";

const tabs: ProductStatus[] = ["active", "draft", "archived"];

/** What the list is narrowed to: a state, a category, what runs low, and words to look for. */
export function ProductToolbar({ asked }: { asked: AdminProductsAsked }) {
  const change = useListChange<AdminProductsAsked>(productsAsked, productsAddress);
  const narrow = (to: AdminProductsAsked) => change(() => to);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <nav aria-label="State of products" className="scroller -mx-1 max-w-full gap-0.5 px-1 py-1">
        <Tab asked={asked} status={undefined} />
        {tabs.map((status) => (
          <Tab key={status} asked={asked} status={status} />
        ))}
      </nav>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 max-sm:w-full">
        <Checkbox
          label="Low stock"
          checked={asked.low_stock === true}
          onChange={({ target }) => narrow({ low_stock: target.checked || undefined })}
        />
        <CategoryFilter chosen={asked.category} onChoose={(category) => narrow({ category })} />
        <ListSearch
          label="Search products"
          placeholder="Name or SKU"
          name={asked.name}
          onLook={(name) => narrow({ name })}
        />
      </div>
    </div>
  );
}

const Tab = ({ asked, status }: { asked: AdminProductsAsked; status: ProductStatus | undefined }) => (
  <TabLink to={productsAddress({ ...asked, status, page: 1 })} chosen={asked.status === status}>
    {status ? productStatusWords[status].words : "All"}
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

/** The tree as lines, each further in than the one it belongs to. */
const indented = (categories: Category[], depth = 0): { id: number; label: string }[] =>
  categories.flatMap(({ id, name, subfolder }) => [
    { id, label: "\u2003".repeat(depth) + name },
    ...indented(subfolder, depth + 1),
  ]);

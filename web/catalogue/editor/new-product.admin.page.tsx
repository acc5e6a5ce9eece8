import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { query } from "#web/api/call.ts";
import { adminProductQuery, optionGroups, productTypes } from "#web/catalogue/products/products.queries.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { RecordPage } from "#web/ui/admin/record-page.tsx";
import { combineResults } from "#web/ui/feedback/loaded.tsx";
import { ProductEditor } from "./product-editor.tsx";
import { blankProduct, duplicateFields, toFields } from "./product-fields.ts";

/** A new product, empty or like another one (`?copy=`). */
export default function NewProductAdminPage() {
  const copyOf = Number(useSearchParams()[0].get("copy")) || 0;
  const copied = useQuery({ ...adminProductQuery(copyOf), enabled: copyOf > 0 });
  const result = combineResults(
    useQuery(query("GET /shop", {})),
    useQuery(optionGroups()),
    useQuery(productTypes()),
    copyOf > 0 ? copied : { ...copied, data: null },
  );
  return (
    <RecordPage
      key={copyOf}
      result={result}
      noun="Product"
      titleOf={() => "New product"}
      list={{ label: "All products", to: dashboardPaths.products() }}
    >
      {([shop, { data: groups }, types, source]) => (
        <ProductEditor
          start={
            source
              ? duplicateFields(toFields(source.data, groups))
              : { ...blankProduct(), product_type_id: defaultType(types.data) }
          }
          currency={shop.data.currency}
          optionGroups={groups}
        />
      )}
    </RecordPage>
  );
}

/** The first product type that the shop had is selected by default. */
const defaultType = (types: { id: number }[]) => (types.length ? String(Math.min(...types.map(({ id }) => id))) : "");

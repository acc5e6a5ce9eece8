import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { adminProductQuery, optionGroups } from "#web/catalogue/products/products.queries.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { RecordPage } from "#web/ui/admin/record-page.tsx";
import { combineResults, onlyFresh } from "#web/ui/feedback/loaded.tsx";
import { ProductEditor } from "./product-editor.tsx";
import { toFields } from "./product-fields.ts";

export default function ProductAdminPage() {
  const id = Number(useParams().product_id);
  const saved = useQuery({ ...adminProductQuery(id), staleTime: 0, refetchOnMount: "always" });
  return (
    <RecordPage
      key={id}
      result={combineResults(onlyFresh(saved), useQuery(optionGroups()))}
      noun="Product"
      titleOf={([{ data }]) => data.name}
      list={{ label: "All products", to: dashboardPaths.products() }}
    >
      {([{ data: product }, { data: groups }]) => (
        <ProductEditor
          product={product}
          start={toFields(product, groups)}
          currency={product.currency}
          optionGroups={groups}
        />
      )}
    </RecordPage>
  );
}

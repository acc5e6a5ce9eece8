import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { productTypes } from "#web/catalogue/products/products.queries.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { RecordPage } from "#web/ui/admin/record-page.tsx";
import { Breadcrumbs } from "#web/ui/layout/page-head.tsx";
import { ProductTypeEditor } from "./product-type-editor.tsx";

/** A product type, or the form of a new one. */
export default function ProductTypeAdminPage() {
  const { type_id } = useParams();
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...productTypes(), staleTime: 0 });
  const found = data?.data.find(({ id }) => id === Number(type_id));
  const isNew = type_id === undefined;
  return (
    <RecordPage
      key={type_id}
      narrow
      result={isNew ? { data: null, error: null, refetch } : { data: found, error, refetch }}
      noun="Product type"
      titleOf={titleOf}
      list={{ label: "All product types", to: dashboardPaths.productTypes() }}
      isMissing={!isNew && data !== undefined && !found && isFetchedAfterMount}
    >
      {(type) => (
        <>
          <Breadcrumbs
            crumbs={[{ label: "Product types", href: dashboardPaths.productTypes() }, { label: titleOf(type) }]}
          />
          <ProductTypeEditor type={type ?? undefined} />
        </>
      )}
    </RecordPage>
  );
}

const titleOf = (type: { name: string } | null) => type?.name ?? "Add product type";

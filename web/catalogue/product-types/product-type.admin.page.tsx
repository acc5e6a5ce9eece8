import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { productTypes } from "#web/catalogue/products/products.queries.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { LoadedRecord } from "#web/ui/admin/loaded-record.tsx";
import { Breadcrumbs, PageHead } from "#web/ui/layout/page-head.tsx";
import { ProductTypeEditor } from "./product-type-editor.tsx";

export default function ProductTypeAdminPage() {
  const { type_id } = useParams();
  return (
    <main className="mx-auto grid max-w-[60rem] grid-cols-1 gap-5 p-4 md:p-6">
      {type_id === undefined ? <NewType /> : <ExistingType key={type_id} id={Number(type_id)} />}
    </main>
  );
}

const list = { label: "Product types", href: dashboardPaths.productTypes() };

const NewType = () => (
  <>
    <PageHead title="Add product type" hidden />
    <Breadcrumbs crumbs={[list, { label: "Add product type" }]} />
    <ProductTypeEditor type={undefined} />
  </>
);

function ExistingType({ id }: { id: number }) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...productTypes(), staleTime: 0 });
  const type = data?.data.find((one) => one.id === id);
  return (
    <>
      <PageHead title={type?.name ?? "Product type"} hidden />
      <LoadedRecord
        result={{ data: type, error, refetch }}
        noun="Product type"
        list={{ label: "Show all product types", to: dashboardPaths.productTypes() }}
        isMissing={data !== undefined && !type && isFetchedAfterMount}
      >
        {(loaded) => (
          <>
            <Breadcrumbs crumbs={[list, { label: loaded.name }]} />
            <ProductTypeEditor type={loaded} />
          </>
        )}
      </LoadedRecord>
    </>
  );
}

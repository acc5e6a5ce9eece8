import { useQuery } from "@tanstack/react-query";
import { Shapes } from "lucide-react";
import { useParams } from "react-router";
import { productTypes } from "#web/catalogue/products/products.queries.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { Breadcrumbs } from "#web/ui/layout/breadcrumbs.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
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
  if (!data && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  const type = data?.data.find((one) => one.id === id);
  if (!data || (!type && !isFetchedAfterMount))
    return (
      <div role="status" aria-label="Loading product type">
        <TextSkeleton lines={8} />
      </div>
    );
  if (!type)
    return (
      <EmptyState
        icon={<Shapes />}
        title="Product type not found"
        level={1}
        action={
          <ShopLink to={dashboardPaths.productTypes()} className={buttonLook()}>
            Show all product types
          </ShopLink>
        }
      >
        It may have been deleted.
      </EmptyState>
    );
  return (
    <>
      <PageHead title={type.name} hidden />
      <Breadcrumbs crumbs={[list, { label: type.name }]} />
      <ProductTypeEditor type={type} />
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Package } from "lucide-react";
import { useParams } from "react-router";
import { adminProductQuery, optionGroups } from "#web/catalogue/products/products.queries.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { EmptyState, ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { EditorSkeleton } from "./editor-skeleton.tsx";
import { ProductEditor } from "./product-editor.tsx";
import { toFields } from "./product-fields.ts";

export default function ProductAdminPage() {
  const id = Number(useParams().product_id);
  return (
    <main className="mx-auto grid max-w-[76rem] grid-cols-1 gap-5 p-4 md:p-6">
      <ExistingProduct key={id} id={id} />
    </main>
  );
}

function ExistingProduct({ id }: { id: number }) {
  // Others edit products too: always start from the current version.
  const saved = useQuery({ ...adminProductQuery(id), staleTime: 0, refetchOnMount: "always" });
  const groups = useQuery(optionGroups());
  const problem = saved.error ?? groups.error;
  if (saved.error?.status === 404) return <NoProduct />;
  if (problem && !(saved.data && groups.data))
    return (
      <>
        <PageHead title="Product" hidden />
        <h1 className="text-2xl">Product</h1>
        <ErrorNotice onRetry={() => void Promise.all([saved.refetch(), groups.refetch()])}>
          {problem.message}
        </ErrorNotice>
      </>
    );
  if (!saved.data || !groups.data || !saved.isFetchedAfterMount)
    return (
      <>
        <PageHead title="Product" hidden />
        <EditorSkeleton title="Product" />
      </>
    );
  const { data: product } = saved.data;
  return (
    <>
      <PageHead title={product.name} hidden />
      <ProductEditor
        product={product}
        start={toFields(product, groups.data.data)}
        currency={product.currency}
        optionGroups={groups.data.data}
      />
    </>
  );
}

const NoProduct = () => (
  <>
    <PageHead title="Product not found" hidden />
    <EmptyState
      icon={<Package />}
      level={1}
      title="Product not found"
      action={
        <ShopLink to={dashboardPaths.products()} className={buttonLook()}>
          All products
        </ShopLink>
      }
    >
      It may have been deleted, or the URL may be wrong.
    </EmptyState>
  </>
);

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { query } from "#web/api/call.ts";
import { adminProductQuery, optionGroups, productTypes } from "#web/catalogue/products/products.queries.ts";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { EditorSkeleton } from "./editor-skeleton.tsx";
import { ProductEditor } from "./product-editor.tsx";
import { blankProduct, duplicateFields, toFields } from "./product-fields.ts";

export default function NewProductAdminPage() {
  const [search] = useSearchParams();
  const copied = Number(search.get("copy")) || 0;
  return (
    <main className="mx-auto grid max-w-[76rem] grid-cols-1 gap-5 p-4 md:p-6">
      <PageHead title="New product" hidden />
      <NewProduct key={copied} copied={copied} />
    </main>
  );
}

function NewProduct({ copied }: { copied: number }) {
  const shop = useQuery(query("GET /shop", {}));
  const groups = useQuery(optionGroups());
  const types = useQuery(productTypes());
  const source = useQuery({ ...adminProductQuery(copied), enabled: copied > 0 });
  const all = [shop, groups, types, ...(copied > 0 ? [source] : [])];
  const failed = all.find(({ data, error }) => error && !data);
  if (failed?.error)
    return (
      <>
        <h1 className="text-2xl">New product</h1>
        <ErrorNotice onRetry={() => void Promise.all(all.map(({ refetch }) => refetch()))}>
          {failed.error.message}
        </ErrorNotice>
      </>
    );
  if (!shop.data || !groups.data || !types.data || (copied > 0 && !source.data))
    return <EditorSkeleton title="New product" />;
  const start = source.data
    ? duplicateFields(toFields(source.data.data, groups.data.data))
    : { ...blankProduct(), product_type_id: defaultType(types.data.data) };
  return <ProductEditor start={start} currency={shop.data.data.currency} optionGroups={groups.data.data} />;
}

/** The first product type that the shop had is selected by default. */
const defaultType = (types: { id: number }[]) => (types.length ? String(Math.min(...types.map(({ id }) => id))) : "");

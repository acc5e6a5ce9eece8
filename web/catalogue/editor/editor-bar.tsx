import { useMutation } from "@tanstack/react-query";
import { Copy, ExternalLink, Trash2 } from "lucide-react";
import { useFormState } from "react-hook-form";
import type { AdminProduct } from "#contract/catalogue/product-form.ts";
import { call } from "#web/api/call.ts";
import { refreshProducts } from "#web/catalogue/products/products.queries.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { paths } from "#web/paths.ts";
import { RecordCrumbs } from "#web/ui/admin/record-page.tsx";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { useProductForm } from "./editor-context.ts";

type Props = { product: AdminProduct | undefined; isUploading: boolean; onDeleted: () => void };

/** Breadcrumbs, actions and the save button, always visible. */
export function EditorBar({ product, isUploading, onDeleted }: Props) {
  const { control } = useProductForm();
  const { isDirty, isSubmitting } = useFormState({ control });
  const title = product?.name ?? "New product";
  return (
    <>
      <RecordCrumbs crumbs={[{ label: "Products", href: dashboardPaths.products() }, { label: title }]}>
        {product && <Actions product={product} onDeleted={onDeleted} />}
      </RecordCrumbs>
      <header
        className={
          "sticky top-14 z-10 -mx-4 flex items-center justify-between gap-4 border-b border-hairline bg-page " +
          "px-4 py-2.5 md:-mx-6 md:px-6"
        }
      >
        <h1 className="truncate text-2xl" title={title}>
          {title}
        </h1>
        <div className="flex shrink-0 items-center gap-3">
          <p role="status" className="text-sm text-muted max-sm:sr-only">
            {isUploading ? "Uploading images" : isDirty ? "Unsaved changes" : ""}
          </p>
          <Button type="submit" look="primary" size="small" busy={isSubmitting} disabled={isUploading} title="Ctrl-S">
            Save
          </Button>
        </div>
      </header>
    </>
  );
}

function Actions({ product, onDeleted }: Pick<Props, "onDeleted"> & { product: AdminProduct }) {
  const deletion = useMutation({
    mutationFn: () => call("DELETE /product/:id", { params: { id: product.id } }),
    onSuccess: (reply) => {
      refreshProducts();
      toastDone(reply, `${product.name} deleted`);
      onDeleted();
    },
    onError: toastProblem(),
  });
  const remove = async () => {
    if (await confirm(deleteConfirmation(product))) deletion.mutate();
  };
  return (
    <div role="group" aria-label="Actions" className="flex flex-wrap gap-2">
      {product.status === "active" && (
        <ButtonLink
          to={paths.details(product.slug)}
          look="ghost"
          size="small"
          icon={<ExternalLink />}
          label="View in shop"
        />
      )}
      <ButtonLink
        to={dashboardPaths.newProduct(product.id)}
        look="ghost"
        size="small"
        icon={<Copy />}
        label="Duplicate"
      />
      <Button size="small" look="ghost-danger" busy={deletion.isPending} onClick={() => void remove()}>
        <Trash2 />
        Delete
      </Button>
    </div>
  );
}

const deleteConfirmation = ({ name }: AdminProduct) => ({
  title: `Delete ${name}?`,
  says:
    "The product is removed from the shop and shown as unavailable in carts. Existing orders don't " +
    "change. You can undo this for 30 minutes. To hide the product for longer, archive it instead.",
  action: "Delete product",
  danger: true,
});

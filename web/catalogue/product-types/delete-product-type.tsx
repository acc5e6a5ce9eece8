import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useNavigate } from "react-router";
import type { ProductType } from "#contract/catalogue/product-types.ts";
import { call } from "#web/api/call.ts";
import { catalogueUsage, productTypes } from "#web/catalogue/products/products.queries.ts";
import { countProducts, productsOf } from "#web/catalogue/products/usage-link.tsx";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button, buttonLook } from "#web/ui/forms/button.tsx";
import { noUnsavedChanges } from "#web/ui/forms/unsaved-changes.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { closeDialog, openDialog } from "#web/ui/overlay/dialog-store.ts";

/** Deletes a product type that no product has; otherwise says which products have it. */
export function DeleteProductType({ type: { id, name } }: { type: ProductType }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const usage = useQuery({ ...catalogueUsage(), staleTime: 0 }).data?.data.types;
  const deletion = useMutation({
    mutationFn: () => call("DELETE /product-types/:id", { params: { id } }),
    onSuccess: async () => {
      toast({ tone: "success", title: `${name} deleted` });
      await navigate(dashboardPaths.productTypes(), { state: noUnsavedChanges });
      void client.invalidateQueries({ queryKey: productTypes().queryKey });
    },
    onError: toastProblem(),
  });
  const products = productsOf(usage, id);
  const remove = async () => {
    if (products > 0) return openDialog({ title: `${name} is in use`, content: <InUse id={id} products={products} /> });
    if (
      await confirm({
        title: `Delete ${name}?`,
        says: "No product has this type. This can't be undone.",
        action: "Delete product type",
        danger: true,
      })
    )
      deletion.mutate();
  };
  return (
    <Button
      size="small"
      look="ghost-danger"
      disabled={usage === undefined}
      busy={deletion.isPending}
      onClick={() => void remove()}
    >
      <Trash2 />
      Delete
    </Button>
  );
}

const InUse = ({ id, products }: { id: number; products: number }) => (
  <div className="grid gap-6">
    <p className="text-muted">
      {countProducts(products)} {products === 1 ? "has" : "have"} this type. Give them another type first.
    </p>
    <div className="flex flex-wrap justify-end gap-3">
      <Button onClick={() => closeDialog("close-button")}>Close</Button>
      <ShopLink
        to={dashboardPaths.products({ type: id })}
        onClick={() => closeDialog()}
        className={buttonLook({ look: "primary" })}
      >
        Show {countProducts(products)}
      </ShopLink>
    </div>
  </div>
);

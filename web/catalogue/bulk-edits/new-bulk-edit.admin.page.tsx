import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useSearchParams } from "react-router";
import type { Args } from "#contract/api.ts";
import type { BulkChange, BulkPreview } from "#contract/catalogue/bulk-edits.ts";
import type { ProductFilters } from "#contract/catalogue/product-form.ts";
import { call } from "#web/api/call.ts";
import { useCategory } from "#web/catalogue/categories/categories.queries.ts";
import { parseProductFilters, productList } from "#web/catalogue/products/product-list-address.ts";
import { productStatusLabels } from "#web/catalogue/products/product-status.ts";
import { useFilterLabels } from "#web/catalogue/products/product-toolbar.tsx";
import { shopInfo } from "#web/catalogue/products/products.queries.ts";
import { countProducts } from "#web/catalogue/products/usage-link.tsx";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { AdminPage } from "#web/ui/admin/admin-page.tsx";
import { Loaded } from "#web/ui/feedback/loaded.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { LockedFields } from "#web/ui/forms/fields/locked-fields.tsx";
import { useSessionDraft } from "#web/ui/forms/unsaved/session-draft.ts";
import { useUnsavedChangesGuard } from "#web/ui/forms/unsaved/unsaved-changes.ts";
import { useLeavePage } from "#web/ui/forms/unsaved/use-leave-page.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { DataTable } from "#web/ui/lists/data-table.tsx";
import { FailedItems } from "#web/ui/lists/failed-items.tsx";
import { type BulkChangeFields, type ChangeErrors, noChange, toBulkChange } from "./bulk-change-fields.ts";
import { BulkChangeForm } from "./bulk-change-form.tsx";
import { useFieldsText } from "./bulk-change-text.tsx";

type BulkSelection = NonNullable<Args<"POST /product/admin/bulk-edits">["body"]>;

export default function NewBulkEditAdminPage() {
  const [search] = useSearchParams();
  const ids = search.getAll("id").map(Number);
  const filters = { ...parseProductFilters(search), ...(ids.length > 0 ? { id: ids } : {}) };
  return (
    <AdminPage
      title="Edit products"
      width="narrow"
      above={[{ label: "Products", href: productList.write(parseProductFilters(search)) }]}
    >
      <Loaded result={useQuery(shopInfo())} skeleton={<Skeleton className="h-64 rounded-lg" />}>
        {({ data }) => <NewBulkEdit filters={filters} currency={data.currency} />}
      </Loaded>
    </AdminPage>
  );
}

type Props = { filters: ProductFilters; currency: string };

function NewBulkEdit({ filters, currency }: Props) {
  const form = useForm<BulkChangeFields>({ defaultValues: noChange });
  const { preview, previewed, isCurrent, check, start, problem, isBusy, isStarting } = useBulkEditForm(form, {
    filters,
    currency,
  });
  return (
    <form noValidate onSubmit={check} className="grid gap-5">
      <CardSection title="Products" hint={<Selected filters={filters} />}>
        <LockedFields isLocked={isStarting}>
          <BulkChangeForm form={form} currency={currency} />
        </LockedFields>
      </CardSection>
      <FormProblem problem={problem} />
      {isCurrent && preview && <PreviewSummary preview={preview} currency={currency} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button type="submit" look={isCurrent ? "secondary" : "primary"} busy={isBusy && !isCurrent}>
          Preview
        </Button>
        {isCurrent && preview && preview.changed > 0 && (
          <Button look="primary" busy={isBusy} onClick={() => previewed && start(previewed)}>
            Change {countProducts(preview.changed)}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Previews the change of the form, then starts it; a changed form has to be previewed again. */
function useBulkEditForm(form: ReturnType<typeof useForm<BulkChangeFields>>, { filters, currency }: Props) {
  const leave = useLeavePage();
  const preview = useMutation({
    mutationFn: (body: BulkSelection) => call("POST /product/admin/bulk-edits/preview", { body }),
  });
  const starting = useMutation({
    mutationFn: (body: BulkSelection) => call("POST /product/admin/bulk-edits", { body }),
  });
  const [previewed, setPreviewed] = useState<{ change: BulkChange; of: string }>();
  const isStarted = useRef(false);
  const fields = JSON.stringify(form.watch());
  const { isDirty } = form.formState;
  const isUnsaved = () => isDirty && !isStarted.current;
  useUnsavedChangesGuard(isUnsaved);
  useSessionDraft<BulkChangeFields>("bulk edit", {
    getDraft: () => (isUnsaved() ? form.getValues() : undefined),
    restore: (typed) => form.reset(typed, { keepDefaultValues: true }),
  });
  const check = form.handleSubmit(async (values) => {
    const result = toBulkChange(values, currency);
    if ("errors" in result) return showErrors(form.setError, result.errors);
    const of = JSON.stringify(values);
    await preview.mutateAsync({ filters, change: result.change }).then(
      () => setPreviewed({ change: result.change, of }),
      // The problem is shown.
      () => undefined,
    );
  });
  const start = ({ change }: { change: BulkChange }) =>
    starting.mutate(
      { filters, change },
      {
        onSuccess: ({ data }) => {
          isStarted.current = true;
          void leave(dashboardPaths.bulkEdit(data.id), { replace: true });
        },
      },
    );
  return {
    preview: preview.data?.data,
    previewed,
    isCurrent: previewed?.of === fields && !preview.isPending,
    check,
    start,
    problem: (starting.error ?? preview.error)?.message,
    isBusy: preview.isPending || starting.isPending,
    // It is left for the page of the bulk edit then.
    isStarting: starting.isPending || starting.isSuccess,
  };
}

function showErrors(setError: ReturnType<typeof useForm<BulkChangeFields>>["setError"], errors: ChangeErrors) {
  for (const [field, message] of Object.entries(errors))
    setError(field as keyof BulkChangeFields, { message }, { shouldFocus: true });
}

/** Which products are edited, in words. */
function Selected({ filters }: { filters: ProductFilters }) {
  const { data: category } = useCategory(filters.category);
  const labels = [
    filters.status && productStatusLabels[filters.status].label,
    filters.category !== undefined && `Category: ${category?.name ?? `No. ${filters.category}`}`,
    filters.name && `“${filters.name}”`,
    ...useFilterLabels(filters).map(([, label]) => label),
  ].filter(Boolean);
  if (filters.id) return `${countProducts(filters.id.length)} selected.`;
  return labels.length === 0 ? "All products." : `All products that match: ${labels.join(", ")}.`;
}

/** What a bulk edit would do: how many products change, examples, and which can't be changed. */
function PreviewSummary({ preview, currency }: { preview: BulkPreview; currency: string }) {
  const textOf = useFieldsText(currency);
  const { changed, unchanged, failed, examples, failures } = preview;
  return (
    <CardSection title="Preview" role="status">
      <div className="grid gap-4">
        <p>
          {countProducts(changed)} will change.
          {unchanged > 0 && ` ${countProducts(unchanged)} already have these values.`}
          {failed > 0 && ` ${countProducts(failed)} can't be changed.`}
        </p>
        {examples.length > 0 && (
          <DataTable
            label="Examples"
            rows={examples}
            rowKey={({ product_id }) => product_id}
            columns={[
              { head: "Product", className: "w-full max-w-0 min-w-32 truncate font-medium", cell: ({ name }) => name },
              { head: "Before", quiet: true, cell: ({ before }) => textOf(before) },
              { head: "After", className: "whitespace-nowrap", cell: ({ after }) => textOf(after) },
            ]}
          />
        )}
        {failures.length > 0 && (
          <FailedItems
            href={dashboardPaths.product}
            label="Products that can't be changed"
            failures={failures}
            count={failed}
          />
        )}
      </div>
    </CardSection>
  );
}

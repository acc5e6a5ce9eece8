import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { FormProvider, useForm, useFormState } from "react-hook-form";
import { type Location, useNavigate } from "react-router";
import type { OptionGroup } from "#contract/catalogue/option-groups.ts";
import type { AdminProduct } from "#contract/catalogue/product-form.ts";
import { Images } from "#web/catalogue/editor/images/images.tsx";
import { Attributes } from "#web/catalogue/editor/organisation/attributes.tsx";
import { Organisation, Status } from "#web/catalogue/editor/organisation/organisation.tsx";
import { PriceHistory } from "#web/catalogue/editor/variations/price-history.tsx";
import { Selling } from "#web/catalogue/editor/variations/selling.tsx";
import { productTypes } from "#web/catalogue/products/products.queries.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { useReadOnly } from "#web/ui/forms/button.tsx";
import { EditableFields } from "#web/ui/forms/editable-fields.tsx";
import { useUnsavedChangesGuard } from "#web/ui/forms/unsaved-changes.ts";
import { useDialogHost } from "#web/ui/overlay/dialog-store.ts";
import { Basics } from "./basics.tsx";
import { EditorBar } from "./editor-bar.tsx";
import { EditorContext } from "./editor-context.ts";
import { useProductDraft } from "./product-draft.ts";
import type { ProductFields } from "./product-fields.ts";
import { SaveProblems } from "./save-problems.tsx";
import { SearchPreview } from "./search-preview.tsx";
import { deleteUploads, useSaveProduct } from "./use-save-product.ts";
import { toFieldErrors, validateProduct } from "./validate-product.ts";

type Props = {
  /** Undefined creates a product. */
  product?: AdminProduct;
  start: ProductFields;
  currency: string;
  optionGroups: OptionGroup[];
};

/** The product editor; nothing is stored before it is saved. */
export function ProductEditor({ product, start, currency, optionGroups }: Props) {
  const navigate = useNavigate();
  const isNew = product === undefined;
  const form = useEditorForm(start, currency, isNew);
  const [uploaded] = useState(() => new Set<number>());
  useEffect(() => () => deleteUploads(uploaded), [uploaded]);
  const { isDirty, submitCount } = useFormState({ control: form.control });
  const isLeaving = useRef(false);
  const isUnsaved = useCallback(() => isDirty && !isLeaving.current, [isDirty]);
  useUnsavedChangesGuard(isUnsaved, isOtherUrl);
  const leaveFor = (path: string) => {
    isLeaving.current = true;
    void navigate(path, { replace: true });
  };
  const onCreated = ({ id }: AdminProduct) => leaveFor(dashboardPaths.product(id));
  const saving = useSaveProduct({ form, product, currency, optionGroups, uploaded, onCreated });
  useProductDraft({
    getDraft: () => (isDirty ? saving.getDraft() : undefined),
    restore: saving.restore,
    // The page is left without asking, as nothing is lost.
    onStored: () => void (isLeaving.current = true),
  });
  const whole = useRef<HTMLFormElement>(null);
  useSaveShortcut(whole, useReadOnly());
  useFocusOnInvalid(whole, submitCount);
  const editor = useMemo(
    () => ({ currency, isNew, productId: product?.id, optionGroups, uploaded }),
    [currency, isNew, product?.id, optionGroups, uploaded],
  );
  return (
    <EditorContext value={editor}>
      <FormProvider {...form}>
        <form
          ref={whole}
          noValidate
          onSubmit={form.handleSubmit(saving.save, saving.forget)}
          className="grid grid-cols-1 gap-5"
        >
          <EditableFields>
            <EditorBar product={product} onDeleted={() => leaveFor(dashboardPaths.products())} />
            <SaveProblems problem={saving.problem} />
            <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
              <div className="grid grid-cols-1 gap-5">
                <Basics />
                <Images />
                <Selling />
                {product && <PriceHistory productId={product.id} currency={currency} />}
                <Attributes />
                <SearchPreview />
              </div>
              <div className="grid grid-cols-1 gap-5">
                <Status />
                <Organisation />
              </div>
            </div>
          </EditableFields>
        </form>
      </FormProvider>
    </EditorContext>
  );
}

/** A copy of another product has the same path. */
const isOtherUrl = (from: Location, to: Location) => from.pathname !== to.pathname || from.search !== to.search;

function useEditorForm(start: ProductFields, currency: string, isNew: boolean) {
  const types = useQuery(productTypes()).data?.data ?? [];
  return useForm<ProductFields>({
    defaultValues: start,
    shouldFocusError: false,
    resolver: (fields) => {
      const problems = validateProduct(fields, { currency, isNew, types });
      return problems.length > 0 ? { values: {}, errors: toFieldErrors(problems) } : { values: fields, errors: {} };
    },
  });
}

/** Focuses the first invalid field after a submit. */
function useFocusOnInvalid(form: React.RefObject<HTMLFormElement | null>, submitCount: number) {
  useEffect(() => {
    if (submitCount > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, submitCount]);
}

/** Ctrl-S and Cmd-S save. */
function useSaveShortcut(form: React.RefObject<HTMLFormElement | null>, isReadOnly: boolean) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (!isReadOnly && !useDialogHost.getState().open) form.current?.requestSubmit();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [form, isReadOnly]);
}

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { FormProvider, useForm, useFormState } from "react-hook-form";
import type { Location } from "react-router";
import type { OptionGroup } from "#contract/catalogue/option-groups.ts";
import type { AdminProduct } from "#contract/catalogue/product-form.ts";
import { productTypes } from "#web/catalogue/products/products.queries.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { PageForm } from "#web/ui/forms/page-form.tsx";
import { useSessionDraft } from "#web/ui/forms/unsaved/session-draft.ts";
import { useLeavePage } from "#web/ui/forms/unsaved/use-leave-page.ts";
import { Basics } from "./basics.tsx";
import { EditConflicts } from "./edit-conflicts.tsx";
import { EditorBar } from "./editor-bar.tsx";
import { EditorContext, useProductForm } from "./editor-context.ts";
import { EnergyLabel } from "./energy-label.tsx";
import { Images } from "./images/images.tsx";
import { Attributes } from "./organization/attributes.tsx";
import { Organization, Status } from "./organization/organization.tsx";
import { type ProductDraft, storedProductDraft } from "./product-draft.ts";
import type { ProductFields } from "./product-fields.ts";
import { Safety } from "./safety.tsx";
import { SearchPreview } from "./search-preview.tsx";
import { deleteUploads, type SaveProblem, useSaveProduct } from "./use-save-product.ts";
import { toFieldErrors, validateProduct } from "./validate-product.ts";
import { PriceHistory } from "./variations/price-history.tsx";
import { Selling } from "./variations/selling.tsx";

type Props = {
  /** Undefined creates a product. */
  product?: AdminProduct;
  start: ProductFields;
  currency: string;
  optionGroups: OptionGroup[];
};

/** The product editor; nothing is stored before it is saved. */
export function ProductEditor({ product, start, currency, optionGroups }: Props) {
  const leave = useLeavePage();
  const isNew = product === undefined;
  const form = useEditorForm(start, currency, isNew);
  const [uploaded] = useState(() => new Set<number>());
  const [isUploading, setUploading] = useState(false);
  useEffect(() => () => deleteUploads(uploaded), [uploaded]);
  const { isDirty, submitCount } = useFormState({ control: form.control });
  const leaveFor = (path: string) => void leave(path, { replace: true });
  const onCreated = ({ id }: AdminProduct) => leaveFor(dashboardPaths.product(id));
  const saving = useSaveProduct({ form, product, currency, optionGroups, uploaded, onCreated });
  useSessionDraft<ProductDraft>("product draft", {
    getDraft: () => (isDirty ? saving.getDraft() : undefined),
    restore: saving.restore,
    storeOf: storedProductDraft,
  });
  const whole = useRef<HTMLFormElement>(null);
  useFocusOnInvalid(whole, submitCount);
  const editor = useMemo(
    () => ({ currency, isNew, productId: product?.id, optionGroups, uploaded, setUploading }),
    [currency, isNew, product?.id, optionGroups, uploaded],
  );
  return (
    <EditorContext value={editor}>
      <FormProvider {...form}>
        <PageForm
          label="Product"
          form={form}
          formRef={whole}
          save={form.handleSubmit(saving.save, saving.forget)}
          isOtherPage={isOtherUrl}
          leaves={isNew}
          busy={isUploading}
          ownDraft
        >
          <EditorBar
            product={product}
            isUploading={isUploading}
            onDeleted={() => leaveFor(dashboardPaths.products())}
          />
          <SaveProblems problem={saving.problem} />
          <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="grid grid-cols-1 gap-5">
              <Basics />
              <Images />
              <Selling />
              {product && <PriceHistory productId={product.id} currency={currency} />}
              <AttributesAndTexts />
            </div>
            <div className="grid grid-cols-1 gap-5">
              <Status />
              <Organization />
            </div>
          </div>
        </PageForm>
      </FormProvider>
    </EditorContext>
  );
}

const AttributesAndTexts = () => (
  <>
    <Attributes />
    <Safety />
    <EnergyLabel />
    <SearchPreview />
  </>
);

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

/** Why the product was not saved, above the form. */
function SaveProblems({ problem }: { problem: SaveProblem | undefined }) {
  const { control } = useProductForm();
  const { errors, isSubmitted } = useFormState({ control });
  const count = isSubmitted ? countErrors(errors) : 0;
  return (
    <div role="alert" className="grid gap-3 empty:hidden">
      {problem?.kind === "failed" && (
        <Banner tone="danger" title="Couldn't save product">
          {problem.message}
        </Banner>
      )}
      {problem?.kind === "stale" && <Stale {...problem} />}
      {count > 0 && (
        <Banner tone="danger" title="Product not saved">
          {count === 1 ? "Fix 1 field." : `Fix ${count} fields.`}
        </Banner>
      )}
    </div>
  );
}

const Stale = ({ changed, conflicts, takeTheirs }: Extract<SaveProblem, { kind: "stale" }>) => (
  <Banner
    tone="warning"
    title="Someone else has changed this product"
    action={
      <Button size="small" onClick={takeTheirs}>
        Discard my changes
      </Button>
    }
  >
    {changed.length > 0 && <p>They changed: {changed.join(", ")}.</p>}
    <p>
      Nothing you typed is lost.{" "}
      {conflicts.length > 0 ? "Choose what to save where you both changed a field, " : "Review it, "}then save again.
    </p>
    <EditConflicts conflicts={conflicts} />
  </Banner>
);

/** Number of fields with an error, including nested ones. */
const countErrors = (errors: object): number =>
  Object.values(errors).reduce((count: number, one: unknown) => {
    if (!one || typeof one !== "object") return count;
    if ("message" in one && typeof one.message === "string") return count + 1;
    return "nodeType" in one ? count : count + countErrors(one);
  }, 0);

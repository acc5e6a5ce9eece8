import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { FormProvider, useForm, useFormState } from "react-hook-form";
import { useNavigate } from "react-router";
import type { AdminProduct } from "#contract/catalogue/product-form.ts";
import type { OptionGroup } from "#contract/catalogue/option-groups.ts";
import { Pictures } from "#web/catalogue/editor/images/images.tsx";
import { Facts, Organisation, Status } from "#web/catalogue/editor/organisation/organisation.tsx";
import { Selling } from "#web/catalogue/editor/variations/selling.tsx";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { useDialogHost } from "#web/ui/dialog-store.ts";
import { Basics } from "./basics.tsx";
import { EditorBar } from "./editor-bar.tsx";
import { DeskContext } from "./editor-context.ts";
import type { TypedProduct } from "./product-fields.ts";
import { Refused } from "./save-problems.tsx";
import { SearchPreview } from "./search-preview.tsx";
import { useLeaving } from "./use-leave-guard.ts";
import { letGo, useSaving } from "./use-save-product.ts";
import { checkTyped, errorsOf } from "./validate-product.ts";

type Props = {
  /** What is changed; a new one is made without it. */
  product?: AdminProduct;
  /** What the form begins with. */
  start: TypedProduct;
  currency: string;
  optionGroups: OptionGroup[];
};

/** One page for all of a product. Nothing of it is the shop's before it is saved. */
export function ProductEditor({ product, start, currency, optionGroups }: Props) {
  const navigate = useNavigate();
  const isNew = product === undefined;
  const form = useForm<TypedProduct>({
    defaultValues: start,
    shouldFocusError: false,
    resolver: (typed) => {
      const mistakes = checkTyped(typed, currency, isNew);
      return mistakes.length > 0 ? { values: {}, errors: errorsOf(mistakes) } : { values: typed, errors: {} };
    },
  });
  const [uploaded] = useState(() => new Set<number>());
  useEffect(() => () => letGo(uploaded), [uploaded]);
  const { isDirty, submitCount } = useFormState({ control: form.control });
  const isLeaving = useRef(false);
  useLeaving(useCallback(() => !isDirty || isLeaving.current, [isDirty]));
  const leaveFor = (path: string) => {
    isLeaving.current = true;
    void navigate(path, { replace: true });
  };
  const onCreated = ({ id }: AdminProduct) => leaveFor(dashboardPaths.product(id));
  const { save, refusal, forget } = useSaving({ form, product, currency, optionGroups, uploaded, onCreated });
  const whole = useRef<HTMLFormElement>(null);
  useSaveKeys(whole);
  useEffect(() => {
    // The first mistake, or what is said about the whole; where there is none, one stays where one is.
    if (submitCount > 0) whole.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [submitCount]);
  const desk = useMemo(() => ({ currency, isNew, optionGroups, uploaded }), [currency, isNew, optionGroups, uploaded]);
  return (
    <DeskContext value={desk}>
      <FormProvider {...form}>
        <form ref={whole} noValidate onSubmit={form.handleSubmit(save, forget)} className="grid grid-cols-1 gap-5">
          <EditorBar product={product} onGone={() => leaveFor(dashboardPaths.products())} />
          <Refused refusal={refusal} />
          <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="grid grid-cols-1 gap-5">
              <Basics />
              <Pictures />
              <Selling />
              <Facts />
              <SearchPreview />
            </div>
            <div className="grid grid-cols-1 gap-5">
              <Status />
              <Organisation />
            </div>
          </div>
        </form>
      </FormProvider>
    </DeskContext>
  );
}

/** Ctrl-S and Cmd-S save. */
function useSaveKeys(form: React.RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (!useDialogHost.getState().open) form.current?.requestSubmit();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, [form]);
}

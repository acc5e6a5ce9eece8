import { useMutation } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { OptionGroup } from "#contract/catalogue/option-groups.ts";
import type { AdminProduct } from "#contract/catalogue/product-form.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { cacheSavedProduct } from "#web/catalogue/products/products.queries.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { type EditConflict, mergeEdits, mergeSaved } from "./merge-edits.ts";
import type { ProductDraft } from "./product-draft.ts";
import { type ImageFields, isSame, type ProductFields, toFields, toProductForm } from "./product-fields.ts";
import { toFormField } from "./validate-product.ts";

/** Why a save failed. */
export type SaveProblem =
  | { kind: "failed"; message: string }
  /** Somebody else saved meanwhile: both edits are merged in the form. */
  | { kind: "stale"; changed: string[]; conflicts: EditConflict[]; takeTheirs: () => void };

interface SaveOptions {
  form: UseFormReturn<ProductFields>;
  product: AdminProduct | undefined;
  currency: string;
  optionGroups: OptionGroup[];
  uploaded: Set<number>;
  onCreated: (product: AdminProduct) => void;
}

/** Saves the form; problems are shown at their fields, and nothing typed is lost. */
export function useSaveProduct({ form, product, currency, optionGroups, uploaded, onCreated }: SaveOptions) {
  const [problem, setProblem] = useState<SaveProblem>();
  const [first] = useState(() => product && { version: product.version, fields: toFields(product, optionGroups) });
  const base = useRef<Base | undefined>(first);
  const sending = useSendProduct(product?.id, currency, base);
  const setSaved = (saved: AdminProduct) => {
    base.current = { version: saved.version, fields: toFields(saved, optionGroups) };
    return base.current.fields;
  };
  const mergeWith = (mine: ProductFields, current: AdminProduct): SaveProblem => {
    const started = base.current?.fields ?? mine;
    const theirs = setSaved(current);
    const both = mergeEdits({ base: started, mine, theirs });
    startFrom(form, theirs, both.product);
    const takeTheirs = () => {
      form.reset(theirs);
      setProblem(undefined);
      const latest = base.current;
      const undo = () => {
        if (base.current === latest) startFrom(form, theirs, both.product);
        else toast({ title: "Saved since then, so this can't be undone" });
      };
      toast({ title: "Changes discarded", action: { label: "Undo", onClick: undo } });
    };
    return { kind: "stale", changed: both.changed, conflicts: both.conflicts, takeTheirs };
  };
  const getDraft = (): ProductDraft => ({
    version: base.current?.version ?? null,
    base: base.current?.fields ?? (form.formState.defaultValues as ProductFields),
    fields: form.getValues(),
    uploaded: [...uploaded],
  });
  const restore = (draft: ProductDraft) => {
    for (const id of draft.uploaded) uploaded.add(id);
    if (!product || draft.version === product.version) return form.reset(draft.fields, { keepDefaultValues: true });
    base.current = { version: draft.version ?? 0, fields: draft.base };
    setProblem(mergeWith(draft.fields, product));
  };
  const save = async (fields: ProductFields) => {
    setProblem(undefined);
    const sent = structuredClone(fields);
    try {
      const { data } = await sending.mutateAsync(sent);
      deleteUploads(uploaded, sent.images);
      if (product) {
        const mine = form.getValues();
        const saved = setSaved(data);
        keepFocus(() =>
          isSame(mine, sent) ? form.reset(saved) : startFrom(form, saved, mergeSaved(sent, mine, saved)),
        );
      } else onCreated(data);
      // Last, as rendering hundreds of rows would shorten the time it is shown.
      toastDone(data, product ? `${data.name} saved` : `${data.name} created`);
    } catch (problem) {
      const isStale = problem instanceof CallProblem && problem.code === "stale";
      if (!isStale) return setProblem(placeProblems(form, problem));
      // With what was typed meanwhile.
      setProblem(mergeWith(form.getValues(), problem.details.current as AdminProduct));
    }
  };
  return { save, problem, forget: () => setProblem(undefined), getDraft, restore };
}

/** The saved version that unsaved changes are based on. */
interface Base {
  version: number;
  fields: ProductFields;
}

/** Creates the product, or updates it if nobody else has changed it since `base`. */
const useSendProduct = (id: number | undefined, currency: string, base: RefObject<Base | undefined>) =>
  useMutation({
    mutationFn: (fields: ProductFields) => {
      const body = toProductForm({ fields, currency, before: base.current?.fields });
      if (id === undefined || !base.current) return call("POST /product", { body });
      const { version } = base.current;
      return call("PUT /product/:id", { params: { id }, body: { ...body, version, replace_variations: true } });
    },
    onSuccess: (answer) => cacheSavedProduct(answer),
  });

/** Resets the form to `saved` and applies unsaved values on top. */
function startFrom(form: UseFormReturn<ProductFields>, saved: ProductFields, fields: ProductFields) {
  form.reset(saved);
  form.reset(fields, { keepDefaultValues: true });
}

/** Shows problems at their fields; returns those without a field. */
function placeProblems(form: UseFormReturn<ProductFields>, problem: unknown): SaveProblem | undefined {
  if (!(problem instanceof CallProblem)) throw problem;
  if (problem.code === "slug_taken") form.setError("slug", { message: problem.message });
  for (const { field, message } of problem.errors) form.setError(toFormField(field), { message });
  const isPlaced = problem.code === "slug_taken" || problem.errors.length > 0;
  return isPlaced ? undefined : { kind: "failed", message: problem.message };
}

/** Deletes the uploads, or those `saved` with the product, which has its own copies. */
export function deleteUploads(uploaded: Set<number>, saved?: ImageFields[]) {
  for (const id of saved?.map((image) => image.id) ?? [...uploaded])
    if (uploaded.delete(id)) void call("DELETE /images/:id", { params: { id } }).catch(() => undefined);
}

/** A save remounts the rows and images; the focused field is focused again. */
function keepFocus(change: () => void) {
  const { activeElement } = document;
  const name = activeElement instanceof HTMLInputElement ? activeElement.name : "";
  change();
  if (/^(variations|images)\./.test(name))
    setTimeout(() => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus());
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { AdminProduct } from "#contract/catalogue/product-form.ts";
import type { OptionGroup } from "#contract/catalogue/option-groups.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { keepSaved } from "#web/catalogue/products/products.queries.ts";
import { toast } from "#web/ui/toast-store.ts";
import { type Merged, merged } from "./merge-edits.ts";
import { bodyOf, type TypedProduct, typedOf } from "./product-fields.ts";
import { fieldOf } from "./validate-product.ts";

/** Why a save did not happen. */
export type Refusal =
  | { kind: "refused"; message: string }
  /** Somebody else saved meanwhile: both changes are in the form now. */
  | { kind: "stale"; changed: string[]; disputed: string[]; takeTheirs: () => void };

interface Given {
  form: UseFormReturn<TypedProduct>;
  product: AdminProduct | undefined;
  currency: string;
  optionGroups: OptionGroup[];
  uploaded: Set<number>;
  onCreated: (product: AdminProduct) => void;
}

/** Saves what was typed; what the shop does not take is said at its fields, and nothing typed is lost. */
export function useSaving({ form, product, currency, optionGroups, uploaded, onCreated }: Given) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<Refusal>();
  const [first] = useState(() => product && { version: product.version, typed: typedOf(product, optionGroups) });
  const known = useRef(first);
  const sending = useMutation<{ data: AdminProduct }, CallProblem, TypedProduct>({
    mutationFn: (typed) => {
      const body = bodyOf({ typed, currency, before: known.current?.typed });
      if (!product || !known.current) return call("POST /product", { body });
      const { version } = known.current;
      return call("PUT /product/:id", {
        params: { id: product.id },
        body: { ...body, version, replace_variations: true },
      });
    },
    onSuccess: (answer) => keepSaved(client, answer),
  });

  const know = (saved: AdminProduct) => {
    known.current = { version: saved.version, typed: typedOf(saved, optionGroups) };
    return known.current.typed;
  };
  const meet = (mine: TypedProduct, current: AdminProduct): Refusal => {
    const base = known.current?.typed ?? mine;
    const theirs = know(current);
    const both: Merged = merged({ base, mine, theirs });
    startFrom(form, theirs, both.product);
    const takeTheirs = () => {
      form.reset(theirs);
      setRefusal(undefined);
      const undo = { label: "Undo", onClick: () => startFrom(form, theirs, both.product) };
      toast({ title: "Your changes are dropped", action: undo });
    };
    return { kind: "stale", changed: both.changed, disputed: both.disputed, takeTheirs };
  };
  const save = async (typed: TypedProduct) => {
    setRefusal(undefined);
    try {
      const { data } = await sending.mutateAsync(typed);
      letGo(uploaded);
      if (product) keepFocus(() => form.reset(know(data)));
      else onCreated(data);
      // Last: hundreds of rows that are drawn anew would take from the time it is shown.
      toast({ tone: "success", title: product ? `${data.name} is saved` : `${data.name} is made` });
    } catch (problem) {
      const isStale = problem instanceof CallProblem && problem.code === "stale";
      setRefusal(isStale ? meet(typed, problem.details.current as AdminProduct) : place(form, problem));
    }
  };
  return { save, refusal, forget: () => setRefusal(undefined) };
}

/** Shows a product as it was typed over one that is saved. */
function startFrom(form: UseFormReturn<TypedProduct>, saved: TypedProduct, typed: TypedProduct) {
  form.reset(saved);
  form.reset(typed, { keepDefaultValues: true });
}

/** Complaints go to their fields; what finds none is said above the form. */
function place(form: UseFormReturn<TypedProduct>, problem: unknown): Refusal | undefined {
  if (!(problem instanceof CallProblem)) throw problem;
  if (problem.code === "slug_taken") form.setError("slug", { message: problem.message });
  for (const { field, message } of problem.errors) form.setError(fieldOf(field), { message });
  const isPlaced = problem.code === "slug_taken" || problem.errors.length > 0;
  return isPlaced ? undefined : { kind: "refused", message: problem.message };
}

/** What was sent from here and is no product's own any more needed: a saved product has copies of what it shows. */
export function letGo(uploaded: Set<number>) {
  for (const id of uploaded) void call("DELETE /images/:id", { params: { id } }).catch(() => undefined);
  uploaded.clear();
}

/** Rows are made anew by a save; whoever saves by the keyboard goes on in the field where they were. */
function keepFocus(change: () => void) {
  const { activeElement } = document;
  const name = activeElement instanceof HTMLInputElement ? activeElement.name : "";
  change();
  if (name.startsWith("variations."))
    setTimeout(() => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus());
}

import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type UseFormSetError, useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import type { CategoryDetails, CategoryForm } from "#contract/catalogue/categories.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import { requestFocus, setBranchesOpen } from "#web/catalogue/categories/tree/tree-state.ts";
import { shopInfo } from "#web/catalogue/products/products.queries.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { noUnsavedChanges } from "#web/ui/forms/unsaved-changes.ts";
import { categoryQuery, refreshCategories } from "./categories.queries.ts";
import {
  type CategoryFields,
  displayValue,
  type FieldConflict,
  findConflicts,
  toCategoryForm,
  toFields,
} from "./category-fields.ts";
import type { CategoryIndex } from "./category-index.ts";

interface SavedState {
  version: number | undefined;
  path: string | undefined;
  fields: CategoryFields;
}
export type Conflict = FieldConflict & { theirs: string };

const savedState = (category: CategoryDetails | undefined, parentId: number | null, currency: string): SavedState => ({
  version: category?.version,
  path: category?.path,
  fields: toFields(category, parentId, currency),
});

/** The category form: its state, saving, and merging with somebody else's changes. */
export function useCategoryForm(index: CategoryIndex, category: CategoryDetails | undefined, parentId: number | null) {
  const { currency } = useSuspenseQuery(shopInfo()).data.data;
  const [base, setBase] = useState(() => savedState(category, parentId, currency));
  const [followsName, setFollowsName] = useState(!category);
  const [isUploading, setUploading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [conflict, setConflict] = useState<Conflict[]>();
  const form = useForm<CategoryFields>({ defaultValues: base.fields });
  const shop = useSaveCategory(index, currency);

  const startFrom = (from: SavedState) => {
    setBase(from);
    setProblem(undefined);
    setConflict(undefined);
    form.reset(from.fields);
  };
  /** Takes over somebody else's saved state without losing what was typed here. */
  const mergeChanges = (theirs: SavedState) => {
    const mine = form.getValues();
    const typed = Object.keys(form.formState.dirtyFields) as (keyof CategoryFields)[];
    const both = findConflicts(base.fields, mine, theirs.fields);
    setConflict(both.map((one) => ({ ...one, theirs: displayValue(one.field, theirs.fields, index) })));
    setBase(theirs);
    form.reset(theirs.fields);
    for (const field of typed) form.setValue(field, mine[field], { shouldDirty: true });
  };
  const send = form.handleSubmit(async (fields) => {
    setProblem(undefined);
    const body = toCategoryForm({ ...fields, slug: followsName ? "" : fields.slug }, currency);
    try {
      if (category) startFrom(await shop.keep(category.id, body, base));
      else await shop.add(body);
    } catch (problem) {
      if (category && problem instanceof CallProblem && problem.code === "stale")
        mergeChanges(await shop.newer(category.id));
      else setProblem(placeSaveProblem(problem, form.setError));
    }
  });
  const save = (event?: FormEvent) => {
    // No typing clears this error, so a new attempt does.
    form.clearErrors("parent_id");
    return send(event);
  };
  return {
    form,
    currency,
    save,
    problem,
    conflict,
    base,
    followsName,
    setFollowsName,
    setUploading,
    isBusy: form.formState.isSubmitting || isUploading,
    discard: () => startFrom(base),
    takeTheirs: (field: keyof CategoryFields) => {
      form.setValue(field, base.fields[field], { shouldDirty: true });
      setConflict((now) => now?.filter((one) => one.field !== field));
    },
  };
}

export type CategoryFormState = ReturnType<typeof useCategoryForm>;

/** The requests of the form, with their toasts and cache updates. */
function useSaveCategory(index: CategoryIndex, currency: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return {
    keep: async (id: number, body: CategoryForm, base: SavedState) => {
      // An empty slug would be made from the new name.
      const sent = { ...body, slug: body.slug ?? "", version: base.version ?? 0 };
      const { data } = await call("PUT /categories/:id", { params: { id }, body: sent });
      client.setQueryData(categoryQuery(id).queryKey, { data });
      void refreshCategories(client);
      toast({
        tone: "success",
        title: "Category saved",
        ...(data.path === base.path ? {} : { description: "The old URL redirects to the new one." }),
      });
      return savedState(data, data.parent_id, currency);
    },
    /** Creates a category, then opens the tree at it. */
    add: async (body: CategoryForm) => {
      const { data } = await call("POST /categories", { body });
      toast({ tone: "success", title: `“${data.name}” added` });
      const parent = data.parent_id === null ? undefined : index.byId.get(data.parent_id);
      if (parent)
        setBranchesOpen(
          [...parent.ancestors, parent.category].map(({ id }) => id),
          true,
        );
      requestFocus(data.id);
      void refreshCategories(client);
      await navigate(dashboardPaths.categories(), { state: noUnsavedChanges });
    },
    newer: async (id: number) => {
      void refreshCategories(client);
      const { data } = await call("GET /categories/:id", { params: { id } });
      return savedState(data, data.parent_id, currency);
    },
  };
}

/** Shows a problem at its field; returns the message for above the form, if any. */
function placeSaveProblem(problem: unknown, setError: UseFormSetError<CategoryFields>) {
  const code = problem instanceof CallProblem ? problem.code : undefined;
  if (code === "slug_taken")
    setError(
      "slug",
      { message: "Another category at this level uses this URL handle. Choose another one." },
      { shouldFocus: true },
    );
  else if (code === "category_cycle" || code === "category_too_deep")
    setError("parent_id", { message: (problem as CallProblem).message });
  else return setFieldErrors<CategoryFields>(problem, ["name", "slug", "description"], setError);
  return undefined;
}

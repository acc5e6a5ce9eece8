import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type UseFormSetError, useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import type { CategoryDetails, CategoryForm } from "#contract/catalogue/categories.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { placeProblem } from "#web/api/form-problems.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { toast } from "#web/ui/toast-store.ts";
import { nothingLost } from "#web/ui/unsaved-guard.ts";
import { categoryQuery, refreshCategories } from "./categories.queries.ts";
import { bothChanged, type CategoryFields, type Difference, fieldsOf, formOf, saidAs } from "./category-fields.ts";
import type { Shelves } from "./category-index.ts";
import { setOpen, wishFocus } from "./tree-state.ts";

/** What the form was opened with, or what it was brought up to since. */
interface Base {
  version: number | undefined;
  path: string | undefined;
  fields: CategoryFields;
}
export type Conflict = Difference & { theirs: string };

const baseOf = (category: CategoryDetails | undefined, parentId: number | null): Base => ({
  version: category?.version,
  path: category?.path,
  fields: fieldsOf(category, parentId),
});

/** The state of a category's form, and how it is saved. */
export function useCategorySaving(shelves: Shelves, category: CategoryDetails | undefined, parentId: number | null) {
  const [base, setBase] = useState(() => baseOf(category, parentId));
  const [followsName, setFollowsName] = useState(!category);
  const [isUploading, setUploading] = useState(false);
  const [said, setSaid] = useState<string>();
  const [conflict, setConflict] = useState<Conflict[]>();
  const form = useForm<CategoryFields>({ defaultValues: base.fields });
  const shop = useShopCalls(shelves);

  const begin = (from: Base) => {
    setBase(from);
    setSaid(undefined);
    setConflict(undefined);
    form.reset(from.fields);
  };
  /** Brings the form up to what somebody else saved, without touching what was typed here. */
  const catchUp = (theirs: Base) => {
    const mine = form.getValues();
    const typed = Object.keys(form.formState.dirtyFields) as (keyof CategoryFields)[];
    const both = bothChanged(base.fields, mine, theirs.fields);
    setConflict(both.map((one) => ({ ...one, theirs: saidAs(one.field, theirs.fields, shelves) })));
    setBase(theirs);
    form.reset(theirs.fields);
    for (const field of typed) form.setValue(field, mine[field], { shouldDirty: true });
  };
  const send = form.handleSubmit(async (fields) => {
    setSaid(undefined);
    const body = formOf({ ...fields, slug: followsName ? "" : fields.slug });
    try {
      if (category) begin(await shop.keep(category.id, body, base));
      else await shop.add(body);
    } catch (problem) {
      if (category && problem instanceof CallProblem && problem.code === "stale")
        catchUp(await shop.newer(category.id));
      else setSaid(placeRefusal(problem, form.setError));
    }
  });
  const save = (event?: FormEvent) => {
    // Nothing is typed there, so nothing that is typed takes it away.
    form.clearErrors("parent_id");
    return send(event);
  };
  return {
    form,
    save,
    said,
    conflict,
    base,
    followsName,
    setFollowsName,
    setUploading,
    isBusy: form.formState.isSubmitting || isUploading,
    discard: () => begin(base),
    takeTheirs: (field: keyof CategoryFields) => {
      form.setValue(field, base.fields[field], { shouldDirty: true });
      setConflict((now) => now?.filter((one) => one.field !== field));
    },
  };
}

export type CategorySaving = ReturnType<typeof useCategorySaving>;

/** What the form asks of the shop, and what is said and shown afterwards. */
function useShopCalls(shelves: Shelves) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return {
    keep: async (id: number, body: CategoryForm, base: Base) => {
      // Without a slug the one of a renamed category would be another.
      const sent = { ...body, slug: body.slug ?? "", version: base.version ?? 0 };
      const { data } = await call("PUT /categories/:id", { params: { id }, body: sent });
      client.setQueryData(categoryQuery(id).queryKey, { data });
      void refreshCategories(client);
      toast({
        tone: "success",
        title: "The category is saved",
        ...(data.path === base.path ? {} : { description: "Its old address leads to the new one from now on." }),
      });
      return baseOf(data, data.parent_id);
    },
    /** Leads back to the tree, where the new one is in sight. */
    add: async (body: CategoryForm) => {
      const { data } = await call("POST /categories", { body });
      toast({ tone: "success", title: `“${data.name}” is added` });
      const parent = data.parent_id === null ? undefined : shelves.byId.get(data.parent_id);
      if (parent)
        setOpen(
          [...parent.above, parent.category].map(({ id }) => id),
          true,
        );
      wishFocus(data.id);
      void refreshCategories(client);
      await navigate(dashboardPaths.categories(), { state: nothingLost });
    },
    newer: async (id: number) => {
      void refreshCategories(client);
      const { data } = await call("GET /categories/:id", { params: { id } });
      return baseOf(data, data.parent_id);
    },
  };
}

/** Shows a refusal at the field it is about. Returns what is to be said above the form, if anything. */
function placeRefusal(problem: unknown, setError: UseFormSetError<CategoryFields>) {
  const code = problem instanceof CallProblem ? problem.code : undefined;
  if (code === "slug_taken")
    setError(
      "slug",
      { message: "Another category beside it has this address. Choose another." },
      { shouldFocus: true },
    );
  else if (code === "category_cycle" || code === "category_too_deep")
    setError("parent_id", { message: (problem as CallProblem).message });
  else return placeProblem<CategoryFields>(problem, ["name", "slug", "description"], setError);
  return undefined;
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useCallback, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import type { ProductType } from "#contract/catalogue/product-types.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import { productTypes, refreshProducts, taxClasses } from "#web/catalogue/products/products.queries.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { EditableFields } from "#web/ui/forms/editable-fields.tsx";
import { Checkbox } from "#web/ui/forms/fields/checkbox.tsx";
import { SelectField } from "#web/ui/forms/fields/select-field.tsx";
import { TextAreaField } from "#web/ui/forms/fields/text-area-field.tsx";
import { TextField } from "#web/ui/forms/fields/text-field.tsx";
import { useReadOnly } from "#web/ui/forms/read-only.ts";
import { registerField } from "#web/ui/forms/register-field.ts";
import { noUnsavedChanges, useUnsavedChangesGuard } from "#web/ui/forms/unsaved-changes.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { AttributeList } from "./attribute-fields.tsx";
import { DeleteProductType } from "./delete-product-type.tsx";
import { type TypeFields, toFields, toTypeForm } from "./product-type-fields.ts";

/** The form of a product type; undefined creates one. */
export function ProductTypeEditor({ type }: { type: ProductType | undefined }) {
  const { form, save, problem, theirs, takeTheirs, keepMine } = useTypeForm(type);
  const { isDirty, isSubmitting } = form.formState;
  const isReadOnly = useReadOnly();
  useUnsavedChangesGuard(useCallback(() => isDirty, [isDirty]));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!isReadOnly) void save();
  };
  return (
    // Ctrl+S anywhere in the form saves it.
    <form noValidate aria-label="Product type" className="grid gap-5" onSubmit={save} onKeyDown={onKeyDown}>
      <EditableFields>
        <header className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-2xl">{type?.name ?? "Add product type"}</h1>
          <div className="flex items-center gap-3">
            <p role="status" className="text-sm text-muted">
              {isDirty ? "Unsaved changes" : ""}
            </p>
            {type && <DeleteProductType type={type} />}
            <Button type="submit" size="small" look="primary" busy={isSubmitting}>
              {type ? "Save" : "Add product type"}
            </Button>
          </div>
        </header>
        <FormProblem title="Couldn't save product type" problem={problem} />
        {theirs && <Conflict theirs={theirs} onTake={takeTheirs} onKeep={keepMine} />}
        <Details form={form} />
        <AttributeList form={form} />
      </EditableFields>
    </form>
  );
}

function Details({ form }: { form: UseFormReturn<TypeFields> }) {
  const classes = useQuery(taxClasses()).data?.data ?? [];
  return (
    <CardSection title="Details">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          maxLength={100}
          className="sm:col-span-2"
          {...registerField(form, "name", { validate: (text) => text.trim() !== "" || "Name required" })}
        />
        {/* Remounts when the options are loaded, as a select ignores a value without an option. */}
        <SelectField
          key={`classes-${classes.length}`}
          label="Tax class"
          {...form.register("tax_class_id")}
          placeholder="Default tax class"
          options={classes.map(({ id, name }) => [id, name])}
        />
        <TextField
          label="Return period in days"
          hint="0 for final sale. Placed orders don't change."
          inputMode="numeric"
          {...registerField(form, "return_days", {
            validate: (text) =>
              (/^\d{1,3}$/.test(text.trim()) && Number(text) <= 365) || "Enter a number of days from 0 to 365.",
          })}
        />
        <TextAreaField
          label="Size guide (HTML)"
          hint="Shown next to the sizes of a product: text, lists and tables."
          rows={5}
          className="sm:col-span-2"
          {...form.register("size_guide_html")}
        />
        <Checkbox label="Products of this type are shipped" {...form.register("is_shippable")} />
      </div>
    </CardSection>
  );
}

/** The form's state, saving, and what somebody else saved meanwhile. */
function useTypeForm(type: ProductType | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<TypeFields>({ defaultValues: toFields(type) });
  const [version, setVersion] = useState(type?.version ?? 0);
  const [problem, setProblem] = useState<string>();
  const [theirs, setTheirs] = useState<ProductType>();
  const startFrom = (saved: ProductType) => {
    setVersion(saved.version);
    setTheirs(undefined);
    form.reset(toFields(saved));
  };
  const refresh = () => {
    refreshProducts(client);
    return client.fetchQuery({ ...productTypes(), staleTime: 0 });
  };
  const fail = async (error: unknown) => {
    if (type && error instanceof CallProblem && error.code === "stale")
      return setTheirs((await refresh()).data.find(({ id }) => id === type.id));
    if (error instanceof CallProblem && error.code === "name_taken")
      return form.setError("name", { message: error.message }, { shouldFocus: true });
    setProblem(setFieldErrors<TypeFields>(error, ["name", "return_days"], form.setError));
  };
  const save = form.handleSubmit(async (fields) => {
    setProblem(undefined);
    const body = toTypeForm(fields);
    try {
      if (type) {
        const { data } = await call("PUT /product-types/:id", { params: { id: type.id }, body: { ...body, version } });
        startFrom(data);
        toast({ tone: "success", title: `${data.name} saved` });
        await refresh();
      } else {
        const { data } = await call("POST /product-types", { body });
        toast({ tone: "success", title: `${data.name} added` });
        await refresh();
        await navigate(dashboardPaths.productType(data.id), { replace: true, state: noUnsavedChanges });
      }
    } catch (error) {
      await fail(error);
    }
  });
  return {
    form,
    save,
    problem,
    theirs,
    takeTheirs: () => theirs && startFrom(theirs),
    keepMine: () => {
      if (theirs) setVersion(theirs.version);
      setTheirs(undefined);
    },
  };
}

type ConflictProps = { theirs: ProductType; onTake: () => void; onKeep: () => void };

const Conflict = ({ theirs, onTake, onKeep }: ConflictProps) => (
  <Banner
    tone="warning"
    role="alert"
    title="Someone else has changed this product type"
    action={
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={onTake}>
          Use theirs
        </Button>
        <Button size="small" onClick={onKeep}>
          Continue with mine
        </Button>
      </div>
    }
  >
    <p>
      Theirs: <strong>{theirs.name}</strong>, returns within {theirs.return_days} days, attributes:{" "}
      {theirs.attribute_schema.map(({ label }) => label).join(", ") || "none"}. If you continue with yours, saving
      replaces theirs.
    </p>
  </Banner>
);

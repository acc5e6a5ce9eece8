import { useMutation, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import { useParams } from "react-router";
import type { ProductType, WithdrawalExclusion } from "#contract/catalogue/product-types.ts";
import type { TaxClass } from "#contract/taxes.ts";
import { call, invalidate } from "#web/api/call.ts";
import { catalogueUsage, productTypes, refreshProducts, taxClasses } from "#web/catalogue/products/products.queries.ts";
import { countProducts, productsOf } from "#web/catalogue/products/usage-link.tsx";
import { safetyProblems, safetyText } from "#web/catalogue/safety/safety-fields.ts";
import { OriginSelect, SafetyInputs } from "#web/catalogue/safety/safety-inputs.tsx";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { RecordForm } from "#web/ui/admin/record-form.tsx";
import { RecordCrumbs, RecordPage } from "#web/ui/admin/record-page.tsx";
import { onlyFresh } from "#web/ui/feedback/loaded.tsx";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Checkbox, SelectField, TextAreaField, TextField } from "#web/ui/forms/fields/field.tsx";
import { useLeavePage } from "#web/ui/forms/unsaved/use-leave-page.ts";
import { useVersionedForm } from "#web/ui/forms/unsaved/versioned-form.tsx";
import { notBlank, registerField } from "#web/ui/forms/use-call-form.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { openDialog, useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { countryName } from "#web/ui/text/country-name.ts";
import { AttributeList } from "./attribute-fields.tsx";
import { type AttributeFields, type TypeFields, toFields, toTypeForm, typeFieldLabels } from "./product-type-fields.ts";

/** A product type, or the form of a new one. */
export default function ProductTypeAdminPage() {
  const { type_id } = useParams();
  const { data, error, refetch } = onlyFresh(useQuery({ ...productTypes(), staleTime: 0 }));
  const found = data?.data.find(({ id }) => id === Number(type_id));
  const isNew = type_id === undefined;
  return (
    <RecordPage
      key={type_id}
      narrow
      result={isNew ? { data: null, error: null, refetch } : { data: found, error, refetch }}
      noun="Product type"
      titleOf={titleOf}
      list={{ label: "All product types", to: dashboardPaths.productTypes() }}
      isMissing={!isNew && data !== undefined && !found}
    >
      {(type) => (
        <>
          <RecordCrumbs
            crumbs={[{ label: "Product types", href: dashboardPaths.productTypes() }, { label: titleOf(type) }]}
          >
            {type && <DeleteProductType type={type} />}
          </RecordCrumbs>
          <ProductTypeEditor type={type ?? undefined} />
        </>
      )}
    </RecordPage>
  );
}

const titleOf = (type: { name: string } | null) => type?.name ?? "Add product type";

/** The form of a product type; undefined creates one. */
function ProductTypeEditor({ type }: { type: ProductType | undefined }) {
  const state = useTypeForm(type);
  const classes = useSuspenseQuery(taxClasses()).data.data;
  const describe = (field: keyof TypeFields, value: unknown) => {
    if (field === "attributes") return (value as AttributeFields[]).map(({ label }) => label).join(", ") || "none";
    if (field === "tax_class_id") return classes.find(({ id }) => id === Number(value))?.name ?? "the default";
    if (field === "is_shippable") return value ? "shipped" : "not shipped";
    if (field === "safety") return safetyText(value as TypeFields["safety"]);
    if (field === "country_of_origin") return value ? countryName(String(value)) : "none";
    if (field === "requires_unit_price") return value ? "needed" : "not needed";
    return String(value) || "empty";
  };
  return (
    <RecordForm
      noun="product type"
      state={state}
      labels={typeFieldLabels}
      describe={describe}
      heading={<h1 className="text-2xl">{titleOf(type ?? null)}</h1>}
      create={type ? undefined : { action: "Add product type", cancel: dashboardPaths.productTypes() }}
    >
      <Details form={state.form} classes={classes} />
      <AttributeList form={state.form} />
      <CardSection
        title="Product safety and origin"
        hint="For products of this type without a manufacturer, responsible person, warnings or country of origin of their own or of their brand."
      >
        <div className="grid gap-5">
          <SafetyInputs
            register={(field) =>
              registerField(state.form, `safety.${field}`, {
                validate: (_, { safety }) => safetyProblems(safety).find(([name]) => name === field)?.[1] ?? true,
              })
            }
          />
          <OriginSelect {...registerField(state.form, "country_of_origin")} />
        </div>
      </CardSection>
    </RecordForm>
  );
}

const Details = ({ form, classes }: { form: UseFormReturn<TypeFields>; classes: TaxClass[] }) => (
  <CardSection title="Details">
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Name"
        maxLength={100}
        className="sm:col-span-2"
        {...registerField(form, "name", notBlank("Name required"))}
      />
      <SelectField
        label="Tax class"
        {...form.register("tax_class_id")}
        placeholder="Default tax class"
        options={classes.map(({ id, name }) => [id, name])}
      />
      <TextField
        label="Return period in days"
        optional
        hint="0 for final sale. If empty, products say nothing of returns and customers can't request them. Placed orders don't change."
        inputMode="numeric"
        {...registerField(form, "return_days", {
          validate: (text) =>
            (/^\d{0,3}$/.test(text.trim()) && Number(text) <= 365) || "Enter a number of days from 0 to 365.",
        })}
      />
      <SelectField
        label="Right of withdrawal"
        hint="Shown on product pages and in the checkout. Withdrawals from excluded items are left to you. Placed orders don't change."
        {...form.register("withdrawal_exclusion")}
        options={withdrawalOptions}
      />
      <TextAreaField
        label="Size guide (HTML)"
        hint="Shown next to the sizes of a product: text, lists and tables."
        rows={5}
        className="sm:col-span-2"
        {...form.register("size_guide_html")}
      />
      <Checkbox label="Products of this type are shipped" {...form.register("is_shippable")} />
      <Checkbox
        label="The law asks for the unit price of products of this type, as they are sold by weight, volume, length or area"
        {...form.register("requires_unit_price")}
      />
    </div>
  </CardSection>
);

const withdrawalOptions: [WithdrawalExclusion, string][] = [
  ["none", "Customers can withdraw"],
  ["perishable", "Excluded: perishable"],
  ["made_to_order", "Excluded: made to order"],
  ["sealed_hygiene", "Excluded once a hygiene seal is broken"],
  ["opened_download", "Excluded once a download has begun"],
];

function useTypeForm(type: ProductType | undefined) {
  const leave = useLeavePage();
  const refresh = () => {
    refreshProducts();
    return invalidate(productTypes());
  };
  return useVersionedForm<TypeFields, ProductType>({
    start: toFields(type),
    version: type?.version ?? 0,
    toFields,
    errorFields: ["name", "return_days"],
    errorCodes: { name_taken: "name" },
    send: async (fields, version) => {
      const body = toTypeForm(fields);
      const { data } = type
        ? await call("PUT /product-types/:id", { params: { id: type.id }, body: { ...body, version } })
        : await call("POST /product-types", { body });
      toastDone(data, `${data.name} ${type ? "saved" : "added"}`);
      await refresh();
      if (type) return data;
      await leave(dashboardPaths.productType(data.id), { replace: true });
    },
  });
}

/** Deletes a product type that no product has; otherwise says which products have it. */
function DeleteProductType({ type: { id, name } }: { type: ProductType }) {
  const leave = useLeavePage();
  const usage = useQuery({ ...catalogueUsage(), staleTime: 0 }).data?.data.types;
  const deletion = useMutation({
    mutationFn: () => call("DELETE /product-types/:id", { params: { id } }),
    onSuccess: async (reply) => {
      toastDone(reply, `${name} deleted`);
      await leave(dashboardPaths.productTypes());
      void invalidate(productTypes());
    },
    onError: toastProblem(),
  });
  const products = productsOf(usage, id);
  const remove = async () => {
    if (products > 0) return openDialog({ title: `${name} is in use`, content: <InUse id={id} products={products} /> });
    if (
      await confirm({
        title: `Delete ${name}?`,
        says: "No product has this type.",
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
      writes
      disabled={usage === undefined}
      busy={deletion.isPending}
      onClick={() => void remove()}
    >
      <Trash2 />
      Delete
    </Button>
  );
}

function InUse({ id, products }: { id: number; products: number }) {
  const closeDialog = useCloseDialog();
  return (
    <div className="grid gap-6">
      <p className="text-muted">
        {countProducts(products)} {products === 1 ? "has" : "have"} this type. Give them another type first.
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={() => closeDialog("close-button")}>Close</Button>
        <ButtonLink
          to={dashboardPaths.products({ type: id })}
          look="primary"
          label={`Show ${countProducts(products)}`}
          onClick={() => closeDialog()}
        />
      </div>
    </div>
  );
}

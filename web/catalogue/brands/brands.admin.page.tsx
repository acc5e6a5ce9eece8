import { useQuery } from "@tanstack/react-query";
import type { Brand } from "#contract/catalogue/brands.ts";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { call } from "#web/api/call.ts";
import {
  type SafetyFields,
  safetyProblems,
  safetyText,
  toSafety,
  toSafetyFields,
} from "#web/catalogue/safety/safety-fields.ts";
import { OriginSelect, SafetyInputs } from "#web/catalogue/safety/safety-inputs.tsx";
import { AdminPage, CreateButton } from "#web/ui/admin/admin-page.tsx";
import { Loaded } from "#web/ui/feedback/loaded.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { ConcurrentEdits, useVersionedForm } from "#web/ui/forms/unsaved/versioned-form.tsx";
import { notBlank, registerField } from "#web/ui/forms/use-call-form.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { DataTable } from "#web/ui/lists/data-table.tsx";
import { ExportButton } from "#web/ui/lists/export-button.tsx";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { openDialog, useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { countryName } from "#web/ui/text/country-name.ts";
import { brands, deleteBrand, refreshBrands } from "./brands.queries.ts";

export default function BrandsAdminPage() {
  const result = useQuery({ ...brands, staleTime: 0 });
  return (
    <AdminPage
      title="Brands"
      hint="Who makes the products of a brand and where, for those without a manufacturer or country of origin of their own."
    >
      <Loaded result={result} skeleton={<Loading label="Loading brands" looks={["h-48 rounded-lg"]} />}>
        {({ data }) => <BrandList all={data} />}
      </Loaded>
    </AdminPage>
  );
}

const editBrand = (brand?: Brand) =>
  openDialog({ title: brand ? "Edit brand" : "Add brand", content: <BrandForm {...(brand && { brand })} /> });

const BrandList = ({ all }: { all: Brand[] }) => (
  <CardSection
    title="Brands"
    action={
      <div className="flex flex-wrap gap-2">
        <ExportButton route="GET /product/admin/brands/export" name="brands" />
        <CreateButton look="secondary" onClick={() => editBrand()}>
          Add brand
        </CreateButton>
      </div>
    }
  >
    {all.length === 0 ? (
      <p className="text-sm text-muted">No brands yet. Add those whose products have the same manufacturer.</p>
    ) : (
      <DataTable
        label="Brands"
        rows={all}
        rowKey={({ id }) => id}
        columns={[
          { head: "Brand", className: "font-medium wrap-anywhere", cell: ({ name }) => name },
          {
            head: "Manufacturer",
            className: "wrap-anywhere text-muted",
            cell: ({ safety }) => safety?.manufacturer?.name ?? "—",
          },
          {
            head: "Responsible person",
            className: "wrap-anywhere text-muted",
            cell: ({ safety }) => safety?.responsible_person?.name ?? "—",
          },
          {
            head: "Country of origin",
            className: "text-muted",
            cell: ({ country_of_origin: country }) => (country ? countryName(country) : "—"),
          },
        ]}
        actions={(brand) => (
          <ActionMenu
            compact
            label={`Brand ${brand.name}`}
            actions={[
              { label: "Edit", onSelect: () => editBrand(brand) },
              { label: "Delete", danger: true, onSelect: () => void deleteBrand(brand) },
            ]}
          />
        )}
      />
    )}
  </CardSection>
);

interface Fields {
  name: string;
  safety: SafetyFields;
  country_of_origin: string;
}
const labels: Record<keyof Fields, string> = {
  name: "Name",
  safety: "Product safety",
  country_of_origin: "Country of origin",
};
const toFields = (brand?: Omit<Brand, "id" | "version">): Fields => ({
  name: brand?.name ?? "",
  safety: toSafetyFields(brand?.safety),
  country_of_origin: brand?.country_of_origin ?? "",
});

/** Creates or edits a brand in a dialog. */
function BrandForm({ brand }: { brand?: Brand }) {
  const closeDialog = useCloseDialog();
  const state = useVersionedForm<Fields, Brand>({
    start: toFields(brand),
    version: brand?.version ?? 0,
    toFields,
    errorFields: ["name"],
    send: async (fields, version) => {
      const body = {
        name: fields.name,
        safety: toSafety(fields.safety),
        country_of_origin: fields.country_of_origin || null,
      };
      const reply = await (brand
        ? call("PUT /product/admin/brands/:id", { params: { id: brand.id }, body: { ...body, version } })
        : call("POST /product/admin/brands", { body }));
      await refreshBrands();
      toastDone(reply, brand ? "Brand saved" : "Brand added");
      closeDialog();
    },
  });
  const { form } = state;
  return (
    <DialogForm state={state} action={brand ? "Save brand" : "Add brand"} record={brand?.id ?? ""}>
      <ConcurrentEdits
        what="this brand"
        edits={state.edits}
        labels={labels}
        describe={(field: keyof Fields, value: unknown) =>
          field === "safety" ? safetyText(value as SafetyFields) : String(value) || "none"
        }
      />
      <TextField
        label="Name"
        hint="As it is written in the products."
        maxLength={productLimits.brand}
        {...registerField(form, "name", notBlank("Name required"))}
      />
      <SafetyInputs
        register={(field) =>
          registerField(form, `safety.${field}`, {
            validate: (_, { safety }) => safetyProblems(safety).find(([name]) => name === field)?.[1] ?? true,
          })
        }
      />
      <OriginSelect {...registerField(form, "country_of_origin")} />
    </DialogForm>
  );
}

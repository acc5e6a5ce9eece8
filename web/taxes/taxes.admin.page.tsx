import type { TaxClass } from "#contract/taxes.ts";
import { call } from "#web/api/call.ts";
import { PricePreview } from "#web/checkout/price-preview.tsx";
import { AdminPage, CreateButton } from "#web/ui/admin/admin-page.tsx";
import { combineResults, Loaded } from "#web/ui/feedback/loaded.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { ConcurrentEdits, useVersionedForm } from "#web/ui/forms/unsaved/versioned-form.tsx";
import { notBlank, registerField } from "#web/ui/forms/use-call-form.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ExportButton } from "#web/ui/lists/export-button.tsx";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { openDialog, useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { Badge } from "#web/ui/text/badge.tsx";
import { TaxRates } from "./tax-rates.tsx";
import {
  deleteClass,
  makeDefaultClass,
  refreshTaxes,
  useShippedCountries,
  useTaxClasses,
  useTaxRates,
} from "./taxes.queries.ts";

export default function TaxesAdminPage() {
  const result = combineResults(useTaxClasses(), useTaxRates(), useShippedCountries());
  return (
    <AdminPage title="Taxes" width="settings">
      <Loaded
        result={result}
        skeleton={<Loading label="Loading taxes" looks={["h-32 rounded-lg", "h-96 rounded-lg"]} />}
      >
        {([classes, rates, shipped]) => (
          <>
            <TaxClasses classes={classes} />
            <PricePreview
              title="What would a customer pay?"
              hint="Net, tax and total of an example product at an address, as the checkout computes them."
              taxClasses={classes}
            />
            <TaxRates rates={rates} classes={classes} shipped={shipped} />
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

/** The tax classes; one is the default. */
const TaxClasses = ({ classes }: { classes: TaxClass[] }) => (
  <CardSection
    title="Tax classes"
    hint="Products of a class have its tax rates, those without a class the rates of the default one."
    action={
      <div className="flex flex-wrap gap-2">
        <ExportButton route="GET /tax/classes/export" name="tax-classes" />
        <CreateButton
          look="secondary"
          hash="create-class"
          onClick={() => openDialog({ title: "Create tax class", content: <TaxClassForm taxClass={undefined} /> })}
        >
          Create class
        </CreateButton>
      </div>
    }
  >
    <ul aria-label="Tax classes" className="grid divide-y divide-hairline text-sm">
      {classes.map((one) => (
        <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 py-2.5 first:pt-0 last:pb-0">
          <span className="flex flex-wrap items-center gap-2 font-medium">
            {one.name}
            {one.is_default && <Badge tone="accent">Default</Badge>}
          </span>
          <ActionMenu
            compact
            label={`Class ${one.name}`}
            actions={[
              {
                label: "Rename",
                onSelect: () => openDialog({ title: `Rename ${one.name}`, content: <TaxClassForm taxClass={one} /> }),
              },
              ...(one.is_default
                ? []
                : [
                    { label: "Make default", onSelect: () => void makeDefaultClass(one) },
                    { label: "Delete", danger: true, onSelect: () => void deleteClass(one) },
                  ]),
            ]}
          />
        </li>
      ))}
    </ul>
  </CardSection>
);

type Fields = { name: string };

/** Creates or renames a tax class, in a dialog. */
function TaxClassForm({ taxClass }: { taxClass: TaxClass | undefined }) {
  const closeDialog = useCloseDialog();
  const state = useVersionedForm<Fields, TaxClass>({
    start: { name: taxClass?.name ?? "" },
    version: taxClass?.version ?? 0,
    toFields: ({ name }) => ({ name }),
    errorFields: ["name"],
    errorCodes: { name_taken: "name" },
    send: async ({ name }, version) => {
      // Whether it is the default is changed elsewhere: only becoming it is a change here.
      const reply = await (taxClass
        ? call("PUT /tax/classes/:id", {
            params: { id: taxClass.id },
            body: { name, is_default: taxClass.is_default, version },
          })
        : call("POST /tax/classes", { body: { name } }));
      await refreshTaxes();
      toastDone(reply, taxClass ? "Tax class saved" : `${name.trim()} created`);
      closeDialog();
    },
  });
  const { form } = state;
  return (
    <DialogForm state={state} action={taxClass ? "Save class" : "Create class"} record={taxClass?.id}>
      <ConcurrentEdits what="this tax class" edits={state.edits} labels={{ name: "Name" }} />
      <TextField label="Name" maxLength={60} {...registerField(form, "name", notBlank("Name required"))} />
    </DialogForm>
  );
}

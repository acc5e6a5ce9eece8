import {
  type AddressProblem,
  phoneProblem,
  postalCodes,
  postalProblem,
  regionProblem,
  vatIdProblem,
} from "#contract/formats/addresses.ts";
import { regionsOf } from "#contract/formats/regions.ts";
import type { Order } from "#contract/orders/orders.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { useOrderAction } from "#web/orders/orders.queries.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { RegionSelect } from "#web/ui/forms/fields/country-select.tsx";
import { TextAreaField, TextField } from "#web/ui/forms/fields/field.tsx";
import { ConcurrentEdits, useVersionedForm } from "#web/ui/forms/unsaved/versioned-form.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";

const addressFields = [
  { name: "fullname", label: "Full name", isNeeded: true },
  { name: "company", label: "Company", isNeeded: false },
  { name: "vat_id", label: "VAT ID", isNeeded: false },
  { name: "line1", label: "Street address", isNeeded: true },
  { name: "line2", label: "Apartment, suite, etc.", isNeeded: false },
  { name: "postal_code", label: "Postal code", isNeeded: true },
  { name: "city", label: "City", isNeeded: true },
  { name: "region_code", label: "State or province", isNeeded: false },
  { name: "phone", label: "Phone", isNeeded: false },
] as const;
type AddressField = (typeof addressFields)[number]["name"];
type Fields = Record<AddressField | "email" | "note", string>;

const fieldLabels: Record<keyof Fields, string> = {
  ...(Object.fromEntries(addressFields.map(({ name, label }) => [name, label])) as Record<AddressField, string>),
  email: "Email",
  note: "Customer note",
};

/** Edits address, email and note. The country stays, as shipping and tax depend on it. */
export function EditOrderForm({ order }: { order: Order }) {
  const closeDialog = useCloseDialog();
  const action = useOrderAction(order.id);
  const state = useVersionedForm<Fields, Order>({
    start: toFields(order),
    version: order.version,
    toFields,
    errorFields: ["email", "note"],
    send: async (fields, version, base) => {
      const patch = toPatch(fields, base, order);
      if (Object.keys(patch).length === 0) return closeDialog();
      const args = { params: { id: order.id }, body: { version, ...patch } };
      const reply = await action.mutateAsync({ route: "PATCH /orders/:id", args }).catch((problem: CallProblem) => {
        problem.details.current = problem.details.order;
        throw problem;
      });
      toastDone(reply, "Order updated");
      closeDialog();
    },
  });
  const { form } = state;
  const { country } = order.shipping_address;
  return (
    <DialogForm state={state} action="Save" record={order.id}>
      <ConcurrentEdits what="this order" edits={state.edits} labels={fieldLabels} />
      <div className="grid gap-4 sm:grid-cols-2">
        {fieldsForCountry(country).map(({ name, label, isNeeded }) => {
          const field = registerField(form, name, {
            validate: (text) =>
              isNeeded && text.trim() === ""
                ? `Enter a ${label.toLowerCase()}`
                : (validateField(name, text, country) ?? true),
          });
          return name === "region_code" && regionsOf(country) ? (
            <RegionSelect key={name} country={country} {...field} />
          ) : (
            <TextField key={name} label={label} optional={!isNeeded} {...field} />
          );
        })}
      </div>
      <TextField
        label="Email"
        type="email"
        {...registerField(form, "email", { validate: emailRule(order.customer.email) })}
      />
      <TextAreaField label="Customer note" optional rows={2} maxLength={1000} {...registerField(form, "note")} />
    </DialogForm>
  );
}

const fieldsForCountry = (country: string) =>
  addressFields.map((line) => {
    if (line.name === "postal_code") return { ...line, isNeeded: postalCodes(country) === "needed" };
    return line.name === "region_code" ? { ...line, isNeeded: regionsOf(country) !== undefined } : line;
  });

function validateField(name: AddressField, text: string, country: string) {
  const problems: Partial<Record<AddressField, AddressProblem | undefined>> = {
    postal_code: postalProblem(country, text),
    region_code: regionProblem(country, text),
    phone: phoneProblem(text),
    vat_id: vatIdProblem(text),
  };
  const problem = problems[name];
  return problem && say(problem.message, problem.values);
}

const toFields = ({ shipping_address: address, customer, customer_note }: Order): Fields => ({
  ...(Object.fromEntries(addressFields.map(({ name }) => [name, address[name] ?? ""])) as Record<AddressField, string>),
  email: customer.email ?? "",
  note: customer_note ?? "",
});

/** An order keeps an email; one without an email may stay without. */
export const emailRule = (saved: string | null) => (email: string) =>
  email.trim() !== "" || saved === null || "Enter an email address.";

/** What was changed: an unchanged address may be invalid by newer rules, and others may have changed the rest. */
export function toPatch({ email, note, ...address }: Fields, base: Fields, { shipping_address: { country } }: Order) {
  const addressChanged = addressFields.some(({ name }) => address[name] !== base[name]);
  return {
    ...(addressChanged ? { shipping_address: { ...address, country } } : {}),
    ...(email !== base.email && email.trim() ? { email: email.trim() } : {}),
    ...(note === base.note ? {} : { customer_note: note.trim() || null }),
  };
}

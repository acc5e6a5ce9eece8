import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useCustomerSearch } from "#web/api/customer-search.ts";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { MultiPicker } from "#web/ui/forms/fields/multi-picker.tsx";
import type { ManualOrderValues } from "./manual-order-values.ts";

type Props = { form: UseFormReturn<ManualOrderValues>; onCustomer: (id: number) => void };

/** The customer of the order: an account, or an email address. */
export function CustomerSection({ form, onCustomer }: Props) {
  const [search, setSearch] = useState("");
  const customer = form.watch("customer");
  const { data: found = [] } = useCustomerSearch(search);
  const choose = (id: number) => {
    form.setValue("customer", found.find((one) => one.id === id) ?? null, { shouldDirty: true });
    form.clearErrors("email");
    onCustomer(id);
  };
  return (
    <div className="grid gap-4">
      <MultiPicker
        label="Customers"
        chosen={customer ? [customer] : []}
        items={customer ? [] : found}
        onSearch={setSearch}
        onAdd={choose}
        onRemove={() => form.setValue("customer", null, { shouldDirty: true })}
      />
      {!customer && (
        <TextField
          label="Email of a new customer"
          type="email"
          hint="An account is created. The customer signs in to it with a code."
          error={form.formState.errors.email?.message}
          {...form.register("email", { validate: (text, { customer: chosen }) => isNamed(text, chosen) })}
        />
      )}
    </div>
  );
}

const isNamed = (email: string, customer: ManualOrderValues["customer"]) =>
  customer !== null || email.trim() !== "" || "Search for a customer or enter an email address.";

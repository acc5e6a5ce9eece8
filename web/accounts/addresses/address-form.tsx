import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { Address } from "#contract/accounts/accounts.ts";
import { call, query } from "#web/api/call.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { Checkbox } from "#web/ui/forms/fields/field.tsx";
import { useCallForm } from "#web/ui/forms/use-call-form.ts";
import { closeDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";
import {
  AddressFields,
  type AddressFormValues,
  addressFieldNames,
  toAddressValues,
  toNewAddress,
} from "./address-fields.tsx";

/** Creates or edits an address, inside a dialog. */
export function AddressForm({ address }: { address?: Address }) {
  const client = useQueryClient();
  const [isDefault, setDefault] = useState(address?.is_default_shipping ?? false);
  const state = useCallForm<AddressFormValues>({
    start: toAddressValues(address),
    errorFields: addressFieldNames,
    send: async (text) => {
      const body = { ...toNewAddress(text), is_default_shipping: isDefault };
      await (address
        ? call("PUT /account/addresses/:id", { params: { id: address.id }, body })
        : call("POST /account/addresses", { body }));
      await client.invalidateQueries({ queryKey: query("GET /account/addresses", {}).queryKey });
      closeDialog();
      toast({ title: say("Address saved"), tone: "success" });
    },
  });
  const { control, register, formState } = state.form;
  const [country, company] = useWatch({ control, name: ["country", "company"] });
  return (
    <DialogForm state={state} action={say("Save address")} unsaved={false}>
      <AddressFields
        register={register}
        errors={formState.errors}
        section="shipping"
        country={country}
        company={company}
      />
      <Checkbox
        label={say("Use as my default address")}
        checked={isDefault}
        disabled={address?.is_default_shipping}
        onChange={({ target }) => setDefault(target.checked)}
      />
    </DialogForm>
  );
}

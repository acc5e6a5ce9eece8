import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { Address } from "#contract/accounts/accounts.ts";
import { call } from "#web/api/call.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import { query } from "#web/api/query.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { Checkbox } from "#web/ui/forms/fields/checkbox.tsx";
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
  const [problemText, setProblemText] = useState<string>();
  const [isDefault, setDefault] = useState(address?.is_default_shipping ?? false);
  const form = useForm<AddressFormValues>({ defaultValues: toAddressValues(address) });
  const { register, handleSubmit, setError, formState } = form;
  const [country, company] = useWatch({ control: form.control, name: ["country", "company"] });
  const saving = useMutation({
    mutationFn: (text: AddressFormValues) => {
      const body = { ...toNewAddress(text), is_default_shipping: isDefault };
      return address
        ? call("PUT /account/addresses/:id", { params: { id: address.id }, body })
        : call("POST /account/addresses", { body });
    },
    onMutate: () => setProblemText(undefined),
    onError: (problem) => setProblemText(setFieldErrors(problem, addressFieldNames, setError)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: query("GET /account/addresses", {}).queryKey });
      closeDialog();
      toast({ title: say("Address saved"), tone: "success" });
    },
  });
  return (
    <form method="post" className="grid gap-5" noValidate onSubmit={handleSubmit((text) => saving.mutate(text))}>
      <FormProblem problem={problemText} />
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
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={() => closeDialog("close-button")}>{say("Cancel")}</Button>
        <Button type="submit" look="primary" busy={saving.isPending}>
          {say("Save address")}
        </Button>
      </div>
    </form>
  );
}

import { useMutation, useQuery } from "@tanstack/react-query";
import { MapPin, Plus } from "lucide-react";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { Address } from "#contract/accounts/accounts.ts";
import { cityLine } from "#contract/formats/address-format.ts";
import { call, invalidate, query } from "#web/api/call.ts";
import { EmptyState, ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { Checkbox } from "#web/ui/forms/fields/field.tsx";
import { useCallForm } from "#web/ui/forms/use-call-form.ts";
import { Card } from "#web/ui/layout/card.tsx";
import { moveFocusToNextRow } from "#web/ui/layout/focus-on-removal.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { openDialog, useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { Badge } from "#web/ui/text/badge.tsx";
import { countryName } from "#web/ui/text/country-name.ts";
import { say } from "#words/say.ts";
import {
  AddressFields,
  type AddressFormValues,
  addressFieldNames,
  toAddressValues,
  toNewAddress,
} from "./address-fields.tsx";

export default function AddressesPage() {
  return (
    <main>
      <PageHead title={say("Addresses")} hidden />
      <AddressBook />
    </main>
  );
}

const addresses = () => query("GET /account/addresses", {});

/** The addresses of an account: add, edit, delete, choose the default. */
function AddressBook() {
  const { data, error, refetch } = useQuery(addresses());
  const add = () => openDialog({ title: say("New address"), content: <AddressForm /> });
  return (
    <>
      <header className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-title">{say("Addresses")}</h1>
        {data && data.data.length > 0 && (
          <Button onClick={add}>
            <Plus /> {say("Add address")}
          </Button>
        )}
      </header>
      {error && !data && (
        <ErrorNotice onRetry={() => void refetch()}>{say("Couldn't load your addresses.")}</ErrorNotice>
      )}
      {!data && !error && (
        <Loading
          label={say("Loading your addresses")}
          looks={["h-52 rounded-lg", "h-52 rounded-lg"]}
          className="grid gap-4 sm:grid-cols-2"
        />
      )}
      {data?.data.length === 0 && (
        <EmptyState
          icon={<MapPin />}
          title={say("No addresses yet")}
          action={
            <Button look="primary" onClick={add}>
              {say("Add address")}
            </Button>
          }
        >
          {say("Save an address to fill it in at checkout.")}
        </EmptyState>
      )}
      {data && data.data.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2">
          {data.data.map((address) => (
            <li key={address.id} ref={moveFocusToNextRow}>
              <AddressCard address={address} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function AddressCard({ address }: { address: Address }) {
  const { is_default_shipping, ...fields } = address;
  const { makeDefault, remove } = useAddressActions(address);
  const lines = [
    fields.company,
    fields.vat_id && say("VAT ID {id}", { id: fields.vat_id }),
    fields.line1,
    fields.line2,
    cityLine(fields),
    countryName(fields.country),
    fields.phone,
  ].filter((line) => line);
  const about = `${fields.fullname}, ${fields.line1}`;
  return (
    <Card className="flex h-full flex-col gap-4">
      <address className="flex-1 text-sm leading-relaxed text-muted not-italic">
        <span className="mb-1 flex flex-wrap items-center justify-between gap-2">
          <span className="text-base font-semibold text-ink">{fields.fullname}</span>
          {is_default_shipping && <Badge tone="accent">{say("Default")}</Badge>}
        </span>
        {lines.map((line, index) => (
          // Two lines may be equal.
          <span key={`${index} ${line}`} className="block">
            <bdi>{line}</bdi>
          </span>
        ))}
      </address>
      <div className="-mx-3 -mb-2 flex flex-wrap gap-1">
        <Button
          look="ghost"
          size="small"
          aria-label={say("Edit {address}", { address: about })}
          onClick={() => openDialog({ title: say("Edit address"), content: <AddressForm address={address} /> })}
        >
          {say("Edit")}
        </Button>
        <Button
          look="ghost"
          size="small"
          aria-label={say("Delete {address}", { address: about })}
          onClick={() => void remove()}
        >
          {say("Delete")}
        </Button>
        {!is_default_shipping && (
          <Button
            look="ghost"
            size="small"
            aria-label={say("Set as default: {address}", { address: about })}
            onClick={makeDefault}
          >
            {say("Set as default")}
          </Button>
        )}
      </div>
    </Card>
  );
}

function useAddressActions({ id, ...address }: Address) {
  const mutation = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onError: toastProblem(),
    onSettled: () => invalidate(addresses()),
  });
  const makeDefault = () =>
    mutation.mutate(() =>
      call("PUT /account/addresses/:id", { params: { id }, body: { ...address, is_default_shipping: true } }),
    );
  const remove = async () => {
    const sure = await confirm({
      title: say("Delete this address?"),
      says: say("{address}. Existing orders don't change.", {
        address: `${address.fullname}, ${address.line1}, ${address.city}`,
      }),
      action: say("Delete address"),
      danger: true,
    });
    if (sure) mutation.mutate(() => call("DELETE /account/addresses/:id", { params: { id } }));
  };
  return { makeDefault, remove };
}

/** Creates or edits an address, inside a dialog. */
function AddressForm({ address }: { address?: Address }) {
  const closeDialog = useCloseDialog();
  // As the form was opened: another tab may have made another address the default.
  const [startsDefault] = useState(address?.is_default_shipping ?? false);
  const [isDefault, setDefault] = useState(startsDefault);
  const state = useCallForm<AddressFormValues>({
    start: toAddressValues(address),
    errorFields: addressFieldNames,
    // Another tab's edit is shown when the address is opened again.
    onProblem: ({ code }) => void (code === "stale" && invalidate(addresses())),
    send: async (text) => {
      const body = {
        ...toNewAddress(text),
        ...(isDefault === startsDefault ? {} : { is_default_shipping: isDefault }),
      };
      await (address
        ? call("PUT /account/addresses/:id", {
            params: { id: address.id },
            body: { ...body, version: address.version },
          })
        : call("POST /account/addresses", { body }));
      await invalidate(query("GET /account/addresses", {}));
      closeDialog();
      toast({ title: say("Address saved"), tone: "success" });
    },
  });
  const { control, register, formState } = state.form;
  const [country, company] = useWatch({ control, name: ["country", "company"] });
  return (
    <DialogForm
      state={state}
      action={say("Save address")}
      record={address?.id}
      choices={{ isChanged: isDefault !== startsDefault, chosen: isDefault, restore: setDefault }}
    >
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

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import type { Cart } from "#contract/cart.ts";
import { addressFormat } from "#contract/formats/address-format.ts";
import { hasNumericPostalCode, postalCodes, postalProblem } from "#contract/formats/addresses.ts";
import { call } from "#web/api/call.ts";
import { cacheCart } from "#web/api/cart-cache.ts";
import { withGuestCart } from "#web/cart/guest.ts";
import { postalLabels } from "#web/ui/forms/address-labels.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { CountrySelect, RegionSelect } from "#web/ui/forms/fields/country-select.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { say } from "#words/say.ts";

type Props = { destination: NonNullable<Cart["destination"]>; onDone: () => void };

/** The destination typed, and what is wrong with its postal code after it was sent. */
function useDestinationChoice({ destination, onDone }: Props) {
  const client = useQueryClient();
  const [country, setCountry] = useState(destination.country);
  const [region_code, setRegion] = useState(destination.region_code ?? "");
  const [postal_code, setPostalCode] = useState(destination.postal_code ?? "");
  const [isChecked, setChecked] = useState(false);
  // Without a code the estimate is that of the country.
  const problem = postal_code.trim() === "" ? undefined : postalProblem(country, postal_code);
  const choice = useMutation({
    mutationFn: () =>
      withGuestCart(() => call("PUT /cart/destination", { body: { country, region_code, postal_code } })),
    onSuccess: (cart) => {
      cacheCart(client, cart);
      onDone();
    },
  });
  const send = () => {
    setChecked(true);
    if (!problem) choice.mutate();
  };
  const chooseCountry = (code: string) => {
    setCountry(code);
    setRegion("");
    setPostalCode("");
    setChecked(false);
  };
  const wrongCode = isChecked && problem && say(problem.message, problem.values);
  return { country, chooseCountry, region_code, setRegion, postal_code, setPostalCode, wrongCode, choice, send };
}

/** Chooses the destination of the cart. No form, as it is rendered inside one. */
export function DestinationForm(props: Props) {
  const { country, region_code, postal_code, wrongCode, choice, ...actions } = useDestinationChoice(props);
  const sendOnEnter = (event: KeyboardEvent) => {
    // Enter also ends the composition of a word, such as a Japanese one.
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    actions.send();
  };
  return (
    <div className="grid gap-3 rounded border border-hairline p-4">
      <CountrySelect
        value={country}
        onChange={({ target }) => actions.chooseCountry(target.value)}
        autoComplete="shipping country"
        error={choice.error?.message}
      />
      <RegionSelect country={country} value={region_code} onChange={({ target }) => actions.setRegion(target.value)} />
      {postalCodes(country) !== "none" && (
        <TextField
          label={say(postalLabels[addressFormat(country).postal])}
          optional
          value={postal_code}
          error={wrongCode}
          onChange={({ target }) => actions.setPostalCode(target.value)}
          onKeyDown={sendOnEnter}
          autoComplete="shipping postal-code"
          inputMode={hasNumericPostalCode(country) ? "numeric" : undefined}
          autoCapitalize="characters"
          maxLength={20}
        />
      )}
      <div className="flex gap-2">
        <Button look="primary" busy={choice.isPending} disabled={country === ""} onClick={actions.send}>
          {say("Update delivery")}
        </Button>
        <Button look="ghost" onClick={props.onDone}>
          {say("Cancel")}
        </Button>
      </div>
    </div>
  );
}

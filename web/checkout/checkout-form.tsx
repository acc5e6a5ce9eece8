import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import type { Address } from "#contract/accounts/accounts.ts";
import type { Cart } from "#contract/cart.ts";
import type { Money } from "#contract/money.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { sayWith } from "#web/ui/text/say-with.ts";
import { say, shopLocale } from "#words/say.ts";
import { AddressSection, type RenderAddressFields } from "./address-section.tsx";
import type { usePlaceOrder } from "./checkout.queries.ts";
import { blankDetails, type CheckoutDetails, loadDraft, saveDraft } from "./draft.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { HoldNotice } from "./hold-notice.tsx";
import { OrderProblem } from "./order-problem.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { CheckoutSection, ReviewSection } from "./review-section.tsx";
import { ShippingMethodSection } from "./shipping-method-section.tsx";
import { useCurrentQuote } from "./use-current-quote.ts";
import { usePlaceOrderForm } from "./use-place-order-form.ts";
import { fieldId } from "./validate-details.ts";

type Props = {
  owner: { id: number; email: string | null };
  cart: Cart;
  addresses: Address[];
  countries: string[];
  renderAddress: RenderAddressFields;
  codes: ReactNode;
  place: ReturnType<typeof usePlaceOrder>;
  onPlaced: (orderId: string) => void;
};

/** The checkout form with its summary; typed values are saved as a draft. */
export function CheckoutForm(props: Props) {
  const { owner, cart, addresses, countries, renderAddress, codes, place, onPlaced } = props;
  const [initial] = useState(() => initialDetails(owner, addresses, countries));
  const form = useForm<CheckoutDetails>({ defaultValues: initial });
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(owner.id, values) }),
    [form, owner.id],
  );
  const ordering = usePlaceOrderForm({ form, cart, place, onPlaced });
  const isChoosing = (place.isIdle || place.isError) && !ordering.isAsking;
  const quote = useCurrentQuote(form, isChoosing);
  const busy = isChoosing && (quote.unsettled || quote.isPlaceholderData || (quote.isFetching && !quote.data));
  const due = isChoosing ? quote.data?.totals.due : ordering.agreedTotal;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void ordering.submit(quote.data);
  };
  const problem = quote.isPlaceholderData ? null : quote.error;
  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      onKeyDown={ignoreEnterInFields}
      onBlur={quote.settle}
      className={columns}
      aria-label={say("Checkout")}
    >
      <div className="lg:order-2">
        <OrderSummary quote={quote.data} lines={cart.items} stale={busy} />
      </div>
      <div className="grid min-w-0 gap-10">
        <HoldNotice cart={cart} enabled={isChoosing} />
        <ErrorSummary problems={ordering.problems} attempt={ordering.attempts} />
        <Contact form={form} />
        <CheckoutSection title={say("Delivery address")}>
          <AddressSection {...{ form, addresses, countries, renderAddress, problem }} />
        </CheckoutSection>
        <CheckoutSection title={say("Delivery")}>
          <ShippingMethodSection {...{ form, problem }} quote={quote.data} onRetry={() => void quote.refetch()} />
        </CheckoutSection>
        <ReviewSection form={form} quote={quote.data} stale={busy} codes={codes} />
        <div className="grid gap-4">
          <OrderProblem
            problem={place.error}
            before={ordering.agreedTotal}
            quote={quote.data}
            attempt={ordering.attempts}
          />
          <SubmitButton due={due} busy={place.isPending || busy} disabled={isChoosing && !quote.data && !busy} />
          <LegalNote due={due} />
        </div>
      </div>
    </form>
  );
}

const columns = "grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-16";

const SubmitButton = ({ due, busy, disabled }: { due: Money | undefined; busy: boolean; disabled: boolean }) => (
  <Button type="submit" look="primary" size="large" wide busy={busy} disabled={disabled}>
    {submitLabel(due)}
  </Button>
);

function submitLabel(due: Money | undefined) {
  if (!due) return say("Order and pay");
  return due.amount === 0
    ? say("Place order")
    : say("Order and pay {amount}", { amount: formatMoney(due, shopLocale()) });
}

const LegalNote = ({ due }: { due: Money | undefined }) => (
  <div className="grid gap-1.5 text-center text-sm text-muted">
    <p>
      {due?.amount === 0
        ? say("There's nothing left to pay. Your order is confirmed right away.")
        : say("You choose a payment method in the next step. Your items are reserved until then.")}
    </p>
    <p>
      {sayWith(
        "By placing your order, you agree to our {terms} and {returns}. Read how we use your data in our {privacy}.",
        {
          terms: (
            <ShopLink {...small} to={paths.terms()}>
              {say("terms")}
            </ShopLink>
          ),
          returns: (
            <ShopLink {...small} to={paths.returns()}>
              {say("return policy")}
            </ShopLink>
          ),
          privacy: (
            <ShopLink {...small} to={paths.privacy()}>
              {say("privacy policy")}
            </ShopLink>
          ),
        },
      )}
    </p>
  </div>
);

const small = { className: "underline underline-offset-4 hover:text-ink" };

/** The draft, else a saved address and the browser's country. */
function initialDetails(owner: Props["owner"], addresses: Address[], countries: string[]): CheckoutDetails {
  const draft = loadDraft(owner.id);
  const usual = addresses.find((one) => one.is_default_shipping) ?? addresses[0];
  const known = addresses.some(({ id }) => String(id) === draft.choice);
  const here = new Intl.Locale(navigator.language).region ?? "";
  const address = { ...blankDetails.address, country: countries.includes(here) ? here : "", ...draft.address };
  return {
    ...blankDetails,
    email: owner.email ?? "",
    ...draft,
    choice:
      known || (draft.choice === "new" && addresses.length > 0) ? (draft.choice ?? "new") : String(usual?.id ?? "new"),
    address: countries.includes(address.country) ? address : { ...address, country: "" },
  };
}

/** Enter in a field must not place the order. */
function ignoreEnterInFields(event: KeyboardEvent) {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}

const Contact = ({ form }: { form: UseFormReturn<CheckoutDetails> }) => (
  <CheckoutSection title={say("Contact")}>
    <TextField
      label={say("Email")}
      type="email"
      inputMode="email"
      autoComplete="email"
      hint={say("For your order confirmation and updates.")}
      {...form.register("email")}
      id={fieldId("email")}
      error={form.formState.errors.email?.message}
    />
  </CheckoutSection>
);

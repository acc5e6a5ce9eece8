import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import type { Address } from "#contract/accounts/accounts.ts";
import type { Cart } from "#contract/cart.ts";
import type { Quote } from "#contract/checkout.ts";
import type { Money } from "#contract/money.ts";
import type { PaymentMethod } from "#contract/payments.ts";
import type { Destination } from "#contract/shipping.ts";
import { call } from "#web/api/call.ts";
import { cacheCart } from "#web/api/cart-cache.ts";
import { useSession } from "#web/api/session/session.ts";
import { openSignIn } from "#web/api/session/sign-in-request.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { sayWith } from "#web/ui/text/say-with.ts";
import { say } from "#words/say.ts";
import { AddressSection, type RenderAddressFields } from "./address-section.tsx";
import type { usePlaceOrder } from "./checkout.queries.ts";
import { blankAddress, blankDetails, type CheckoutDetails, loadDraft, saveDraft } from "./draft.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { HoldNotice } from "./hold-notice.tsx";
import { OrderProblem } from "./order-problem.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { methodLabels } from "./payment/payment-method-fields.tsx";
import { DemoNote } from "./payment/payment-methods.tsx";
import { offeredMethods, PaymentSection, toPaymentChoice } from "./payment-section.tsx";
import { CheckoutSection, ReviewSection } from "./review-section.tsx";
import { ShippingMethodSection } from "./shipping-method-section.tsx";
import { useCurrentQuote } from "./use-current-quote.ts";
import { usePlaceOrderForm } from "./use-place-order-form.ts";
import { fieldId } from "./validate-details.ts";
import { VatNotice } from "./vat-notice.tsx";

type Props = {
  owner: { id: number; email: string | null; fullname: string | null };
  cart: Cart;
  addresses: Address[];
  countries: string[];
  methods: PaymentMethod[];
  isDemo: boolean;
  renderAddress: RenderAddressFields;
  renderCodes: (applied: Cart | Quote, country: string) => ReactNode;
  place: ReturnType<typeof usePlaceOrder>;
  onPlaced: (orderId: string) => void;
};

/** The checkout form with its summary; typed values are saved as a draft. */
export function CheckoutForm(props: Props) {
  const { cart, addresses, countries, methods, isDemo, renderAddress, renderCodes, place, onPlaced } = props;
  const form = useDraftForm(props);
  const ordering = usePlaceOrderForm({ form, cart, methods, place, onPlaced });
  const isChoosing = (place.isIdle || place.isError) && !ordering.isAsking;
  const quote = useCurrentQuote(form, isChoosing);
  const busy = isChoosing && (quote.unsettled || quote.isPlaceholderData || (quote.isFetching && !quote.data));
  const destination = useDestination(form, addresses);
  useCartDestination(cart, destination, isChoosing && !quote.unsettled && countries.includes(destination.country));
  const due = isChoosing ? quote.data?.totals.due : ordering.agreedTotal;
  const awaitsTransfer = useAwaitsTransfer(form, offeredMethods(methods, quote.data), due);
  const summary = { quote: quote.data, lines: cart.items, stale: busy, country: destination.country, awaitsTransfer };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void ordering.submit(quote.data);
  };
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
        <OrderSummary {...summary} />
      </div>
      <div className="grid min-w-0 gap-10">
        <HoldNotice cart={cart} enabled={isChoosing} />
        <ErrorSummary problems={ordering.problems} attempt={ordering.attempts} />
        <Contact form={form} />
        <DeliverySections
          {...{ form, addresses, countries, renderAddress, quote, awaitsTransfer }}
          isShipped={cart.requires_shipping}
        />
        <CheckoutSection title={say("Payment")}>
          <PaymentSection {...{ form, methods, due, renderAddress }} quote={quote.data} />
        </CheckoutSection>
        <ReviewSection {...summary} form={form} codes={renderCodes(quote.data ?? cart, destination.country)} />
        <div className="grid gap-4">
          <OrderProblem
            problem={place.error}
            before={ordering.agreedTotal}
            quote={quote.data}
            attempt={ordering.attempts}
          />
          <SubmitButton
            due={due}
            busy={place.isPending || place.isSuccess || busy}
            disabled={isChoosing && !quote.data && !busy}
          />
          <LegalNote due={due} next={<NextStep form={form} methods={offeredMethods(methods, quote.data)} />} />
          {isDemo && <DemoNote />}
        </div>
      </div>
    </form>
  );
}

type DeliveryProps = Pick<Props, "addresses" | "countries" | "renderAddress"> & {
  form: UseFormReturn<CheckoutDetails>;
  isShipped: boolean;
  quote: ReturnType<typeof useCurrentQuote>;
  awaitsTransfer: boolean;
};

/** Where and how the order is delivered. */
function DeliverySections(props: DeliveryProps) {
  const { form, addresses, countries, isShipped, renderAddress, quote, awaitsTransfer } = props;
  const problem = quote.isPlaceholderData ? null : quote.error;
  return (
    <>
      <CheckoutSection title={say("Delivery address")}>
        <AddressSection {...{ form, addresses, countries, isShipped, renderAddress, problem }} />
        <VatNotice check={quote.data?.vat_check} onRetry={() => void quote.refetch()} />
      </CheckoutSection>
      <CheckoutSection title={say("Delivery")}>
        <ShippingMethodSection
          {...{ form, problem, awaitsTransfer }}
          quote={quote.data}
          onRetry={() => void quote.refetch()}
        />
      </CheckoutSection>
    </>
  );
}

/** The form, whose values are saved as a draft. */
function useDraftForm(props: Props) {
  const { owner } = props;
  const [initial] = useState(() => initialDetails(props));
  const form = useForm<CheckoutDetails>({ defaultValues: initial });
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(owner.id, values) }),
    [form, owner.id],
  );
  return form;
}

/** The destination of the chosen or typed address. */
function useDestination(form: UseFormReturn<CheckoutDetails>, addresses: Address[]): Destination {
  const [choice, typed] = useWatch({ control: form.control, name: ["choice", "address"] });
  const { country, region_code, postal_code } = addresses.find(({ id }) => String(id) === choice) ?? typed;
  return { country, region_code: region_code?.trim() || null, postal_code: postal_code.trim() || null };
}

/** Whether the order will wait for a bank transfer before it is packed. */
function useAwaitsTransfer(form: UseFormReturn<CheckoutDetails>, methods: PaymentMethod[], due: Money | undefined) {
  const [provider, outcome] = useWatch({ control: form.control, name: ["provider", "outcome"] });
  return due?.amount !== 0 && toPaymentChoice({ provider, outcome }, methods)?.provider === "bank";
}

/** What follows ordering with the chosen payment method. */
function NextStep({ form, methods }: { form: UseFormReturn<CheckoutDetails>; methods: PaymentMethod[] }) {
  const [provider, outcome] = useWatch({ control: form.control, name: ["provider", "outcome"] });
  const choice = toPaymentChoice({ provider, outcome }, methods);
  return choice && methodLabels("")[choice.provider].next;
}

const columns = "grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-16";

const SubmitButton = ({ due, busy, disabled }: { due: Money | undefined; busy: boolean; disabled: boolean }) => (
  <Button type="submit" look="primary" size="large" wide busy={busy} disabled={disabled}>
    {submitLabel(due)}
  </Button>
);

function submitLabel(due: Money | undefined) {
  if (!due) return say("Order and pay");
  return due.amount === 0 ? say("Place order") : say("Order and pay {amount}", { amount: formatMoney(due) });
}

const LegalNote = ({ due, next }: { due: Money | undefined; next: ReactNode }) => (
  <div className="grid gap-1.5 text-center text-sm text-muted">
    <p className="empty:hidden">
      {due?.amount === 0 ? say("There's nothing left to pay. Your order is confirmed right away.") : next}
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

/** The draft, else the default address, or the name of the account and the cart's destination. */
function initialDetails({ owner, cart, addresses, countries }: Props): CheckoutDetails {
  const draft = loadDraft(owner.id);
  const usual = addresses.find((one) => one.is_default_shipping) ?? addresses[0];
  const known = addresses.some(({ id }) => String(id) === draft.choice);
  const address = { ...toAddress(owner, cart.destination), ...draft.address };
  return {
    ...blankDetails,
    email: owner.email ?? "",
    ...draft,
    choice:
      known || (draft.choice === "new" && addresses.length > 0) ? (draft.choice ?? "new") : String(usual?.id ?? "new"),
    address: countries.includes(address.country) ? address : { ...address, country: "" },
    billing: draft.billing ?? { ...blankAddress, fullname: owner.fullname ?? "", country: address.country },
  };
}

const toAddress = ({ fullname }: Props["owner"], destination: Cart["destination"]) => ({
  ...blankAddress,
  fullname: fullname ?? "",
  country: destination?.country ?? "",
  region_code: destination?.region_code ?? "",
  postal_code: destination?.postal_code ?? "",
});

/** Enter in a field must not place the order. */
function ignoreEnterInFields(event: KeyboardEvent) {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}

const Contact = ({ form }: { form: UseFormReturn<CheckoutDetails> }) => (
  <CheckoutSection title={say("Contact")}>
    <SignInOffer />
    <TextField
      label={say("Email")}
      type="email"
      inputMode="email"
      autoComplete="email"
      hint={say("For your order confirmation and updates.")}
      {...registerField(form, "email")}
      id={fieldId("email")}
    />
  </CheckoutSection>
);

/** Who orders with an email alone can still sign in, as for a coupon that is limited per customer. */
function SignInOffer() {
  const isGuest = useSession(({ accountStatus }) => accountStatus === "provisional");
  if (!isGuest) return null;
  return (
    <p className="text-sm text-muted">
      {say("Do you have an account?")}{" "}
      <Button look="link" onClick={() => openSignIn(undefined, true)}>
        {say("Sign in with a code")}
      </Button>
    </p>
  );
}

/** Saves the address of the checkout as the cart's destination, so that the cart shows the same prices. */
function useCartDestination(cart: Cart, to: Destination, enabled: boolean) {
  const client = useQueryClient();
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const saved = cart.destination;
  const { country, region_code, postal_code } = to;
  const isSaved = saved?.country === country && saved.region_code === region_code && saved.postal_code === postal_code;
  useEffect(() => {
    if (!enabled || isSaved || !country) return;
    const save = () => call("PUT /cart/destination", { body: { country, region_code, postal_code } });
    // In order, as the last one counts.
    saving.current = saving.current.then(save).then(
      (answer) => cacheCart(client, answer),
      (problem: unknown) => console.error("The destination of the cart was not saved.", problem),
    );
  }, [enabled, isSaved, country, region_code, postal_code, client]);
}

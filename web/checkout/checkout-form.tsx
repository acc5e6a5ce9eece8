import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import type { Address } from "#contract/accounts.ts";
import type { Cart } from "#contract/cart.ts";
import type { Quote } from "#contract/checkout.ts";
import type { Money } from "#contract/money.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { formatMoney } from "#web/ui/money-format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { TextAreaField } from "#web/ui/text-area-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useLocale } from "#web/ui/words.ts";
import { AddressSection } from "./address-section.tsx";
import { type usePlaceOrder, useQuote } from "./checkout.queries.ts";
import { fieldId } from "./details.ts";
import { blankDetails, type Details, keepDraft, keptDraft } from "./draft.ts";
import { MethodSection } from "./method-section.tsx";
import { Mistakes } from "./mistakes.tsx";
import { Lines, OrderSummary, QuoteTotals } from "./order-summary.tsx";
import { useOrdering } from "./ordering.ts";
import { LineTroubles, Refused } from "./refused.tsx";

type Props = {
  owner: { id: number; email: string | null };
  cart: Cart;
  addresses: Address[];
  countries: string[];
  place: ReturnType<typeof usePlaceOrder>;
  onPlaced: (orderId: string) => void;
};

/** The checkout: one column, with what is ordered always at hand. What is typed is kept as it is typed. */
export function CheckoutForm({ owner, cart, addresses, countries, place, onPlaced }: Props) {
  const [beginning] = useState(() => beginningOf(owner, addresses, countries));
  const form = useForm<Details>({ defaultValues: beginning });
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(owner.id, values) }),
    [form, owner.id],
  );
  const quote = useQuoteFor(form, place.isIdle || place.isError);
  const ordering = useOrdering({ form, cart, place, onPlaced });
  const waiting = quote.isPlaceholderData || (quote.isFetching && !quote.data);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!waiting && quote.data) void ordering.submit(quote.data);
  };
  const total = quote.data?.totals.total;
  return (
    <form noValidate onSubmit={submit} onKeyDown={keepEnter} className={columns} aria-label="Checkout">
      <div className="lg:order-2">
        <OrderSummary quote={quote.data} lines={cart.items} stale={waiting} />
      </div>
      <div className="grid min-w-0 gap-10">
        <Mistakes wrong={ordering.wrong} attempt={ordering.attempts} />
        <Contact form={form} />
        <Section title="Delivery address">
          <AddressSection form={form} addresses={addresses} countries={countries} />
        </Section>
        <Section title="Delivery">
          <MethodSection
            form={form}
            quote={quote.data}
            problem={quote.isPlaceholderData ? null : quote.error}
            onRetry={() => void quote.refetch()}
          />
        </Section>
        <Review form={form} quote={quote.data} stale={waiting} />
        <div className="grid gap-4">
          <Problem problem={place.error} before={ordering.agreed} quote={quote.data} attempt={ordering.attempts} />
          <Button
            type="submit"
            look="primary"
            size="large"
            wide
            busy={place.isPending || waiting}
            disabled={!quote.data && !waiting}
          >
            <PayWords total={total} />
          </Button>
          <p className="text-center text-sm text-muted">
            You choose how to pay in the next step. The items are held for you meanwhile.
          </p>
        </div>
      </div>
    </form>
  );
}

const columns = "grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-16";

const PayWords = ({ total }: { total: Money | undefined }) => {
  const locale = useLocale();
  if (!total) return "Order and pay";
  return total.amount === 0 ? "Place the order" : `Order and pay ${formatMoney(total, locale)}`;
};

/** What was typed before; else a kept address, and the country of this browser where we deliver there. */
function beginningOf(owner: Props["owner"], addresses: Address[], countries: string[]): Details {
  const draft = keptDraft(owner.id);
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

/** The quote for the address and way of delivery chosen now; none is asked for while the cart becomes an order. */
function useQuoteFor(form: UseFormReturn<Details>, enabled: boolean) {
  const [choice, country, method] = useWatch({ control: form.control, name: ["choice", "address.country", "method"] });
  const quote = useQuote(
    {
      ...(choice === "new" ? (country ? { country } : {}) : { address_id: Number(choice) }),
      ...(method ? { shipping_method_id: Number(method) } : {}),
    },
    enabled,
  );
  const gone = quote.error?.code === "not_found" && method !== "";
  // The way of delivery chosen before is not offered there: back to the cheapest.
  useEffect(() => {
    if (gone) form.setValue("method", "");
  }, [gone, form]);
  return quote;
}

/** Enter in a field must not order; on a button it does. */
function keepEnter(event: KeyboardEvent) {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}

const Contact = ({ form }: { form: UseFormReturn<Details> }) => (
  <Section title="Contact">
    <TextField
      label="E-mail"
      type="email"
      inputMode="email"
      autoComplete="email"
      hint="For the confirmation and news about this order."
      {...form.register("email")}
      id={fieldId("email")}
      error={form.formState.errors.email?.message}
    />
  </Section>
);

const Review = ({ form, quote, stale }: { form: UseFormReturn<Details>; quote: Quote | undefined; stale: boolean }) => (
  <Section title="Review">
    <div className="grid gap-6">
      <div className="grid gap-5 rounded-lg border border-hairline p-4 md:p-5">
        {quote && <Lines lines={quote.lines} />}
        <div className="border-t border-hairline pt-4">
          <QuoteTotals quote={quote} stale={stale} />
        </div>
      </div>
      <TextAreaField
        label="Note"
        optional
        rows={2}
        maxLength={500}
        hint="Anything we or the carrier should know."
        {...form.register("note")}
        id={fieldId("note")}
        error={form.formState.errors.note?.message}
      />
    </div>
  </Section>
);

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

type ProblemProps = {
  problem: CallProblem | null;
  before: Money | undefined;
  quote: Quote | undefined;
  attempt: number;
};

/** What keeps the order from being placed: said by the shop when it was tried, or seen beforehand in the quote. */
function Problem({ problem, before, quote, attempt }: ProblemProps) {
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem && attempt > 0) said.current?.scrollIntoView({ block: "nearest" });
  }, [problem, attempt]);
  const changed = quote?.lines.some(({ problems }) => problems.some(({ code }) => code.startsWith("price_")));
  return (
    <div ref={said} role="alert" className="grid gap-3 empty:hidden">
      {problem ? (
        <Refused problem={problem} before={before} />
      ) : quote && !quote.can_order ? (
        <LineTroubles lines={quote.lines} title="Some items need your attention first" />
      ) : (
        changed && (
          <Notice tone="warning">A price has changed since you added it. The figures above are the new ones.</Notice>
        )
      )}
    </div>
  );
}

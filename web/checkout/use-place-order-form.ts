import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { Cart } from "#contract/cart.ts";
import type { Quote } from "#contract/checkout.ts";
import type { Money } from "#contract/money.ts";
import type { Order } from "#contract/orders/orders.ts";
import type { PaymentMethod } from "#contract/payments.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { cacheCart } from "#web/api/cart-cache.ts";
import { isSettled } from "#web/api/idempotency-key.ts";
import { quoteQuery, startPayment, type usePlaceOrder } from "./checkout.queries.ts";
import { type CheckoutDetails, markDraftPlaced } from "./draft.ts";
import { type PaymentChoice, toPaymentRequest } from "./payment/payment-method-fields.tsx";
import { offeredMethods, toPaymentChoice } from "./payment-section.tsx";
import { fieldNames, type InvalidField, inFormOrder, toNewOrder, validateDetails } from "./validate-details.ts";

type Props = {
  form: UseFormReturn<CheckoutDetails>;
  cart: Cart;
  methods: PaymentMethod[];
  place: ReturnType<typeof usePlaceOrder>;
  onPlaced: (orderId: string) => void;
};
export type FieldProblem = InvalidField & { fromServer?: true };

/**
 * Validates the form, places the order for exactly the figures shown and starts its payment; a conflict brings new ones.
 * `isAsking`: it is unknown whether the last attempt placed the order and its cart is gone; the same request is then
 * repeated.
 */
export function usePlaceOrderForm({ form, cart, methods, place, onPlaced }: Props) {
  const client = useQueryClient();
  const [problems, setProblems] = useState<FieldProblem[]>([]);
  const [agreedTotal, setAgreedTotal] = useState<Money>();
  const [attempts, setAttempts] = useState(0);
  // Until the payment page is open: a second press must not order or navigate again.
  const isSending = useRef(false);
  const showProblems = (found: FieldProblem[]) => {
    form.clearErrors();
    for (const { field, message } of found) form.setError(field, { message });
    setProblems(found);
    setAttempts((count) => count + 1);
  };
  const onChange = useEffectEvent((details: CheckoutDetails, name: string | undefined) => {
    if (problems.length === 0 && attempts === 0) return;
    const left = remainingProblems(problems, validateDetails(details), name);
    for (const { field } of problems) if (!left.some((one) => one.field === field)) form.clearErrors(field);
    for (const { field, message } of left)
      if (form.getFieldState(field).error?.message !== message) form.setError(field, { message });
    setProblems(left);
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => onChange(values, name),
      }),
    [form],
  );
  // Of the latest request: a repeated one has no quote that says which methods there are.
  const sentChoice = useRef<PaymentChoice>(undefined);
  const send = async (request: NonNullable<typeof place.variables>) => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      const { data } = await place.mutateAsync(request);
      markDraftPlaced();
      await startChosenPayment(client, data, sentChoice.current);
      onPlaced(data.id);
    } catch (problem) {
      isSending.current = false;
      if (!(problem instanceof CallProblem)) throw problem;
      showProblems(serverFieldProblems(problem));
      applyConflict(client, problem);
    }
  };
  const sent = isSettled(place.error) ? undefined : place.variables;
  const isAsking = sent !== undefined && (sent.cart_id !== cart.id || cart.items.length === 0);
  const submit = async (quote: Quote | undefined) => {
    // That order probably took the cart, so later edits can't be part of it.
    if (isAsking) return send(sent);
    if (place.isPending || !quote || !cart.id) return;
    const details = form.getValues();
    const found = validateDetails(details);
    showProblems(found);
    if (found.length > 0) return;
    setAgreedTotal(quote.totals.due);
    sentChoice.current = toPaymentChoice(details, offeredMethods(methods, quote));
    await send(toNewOrder(details, quote, cart.id));
  };
  return { submit, problems: inFormOrder(problems, form.getValues()), agreedTotal, attempts, isAsking };
}

/** Caches the cart and quote of a conflict, or refetches them. */
function applyConflict(client: QueryClient, { status, details }: CallProblem) {
  if (details.cart) cacheCart(client, details.cart as Cart);
  // The cart may be gone or ordered; the quote is always refetched.
  else if (status === 409 || status === 404) void client.invalidateQueries({ queryKey: ["GET /cart"] });
  if (details.quote)
    client.setQueriesData({ queryKey: ["GET /checkout/quote"], type: "active" }, { data: details.quote });
  else if (status === 409) void client.invalidateQueries({ queryKey: quoteQuery({}).queryKey.slice(0, 1) });
}

const startChosenPayment = async (client: QueryClient, order: Order, choice: PaymentChoice | undefined) => {
  if (order.status === "pending_payment" && choice) await startPayment(client, order.id, toPaymentRequest(choice));
};

/**
 * The problems after a change: fixed fields are dropped, newly invalid ones added, and the server's problems stay until
 * their field changes.
 */
export function remainingProblems(
  problems: FieldProblem[],
  found: FieldProblem[],
  onChange: string | undefined,
): FieldProblem[] {
  const before = problems.flatMap((one) => {
    const now = found.find(({ field }) => field === one.field);
    if (now) return [now];
    return one.fromServer && one.field !== onChange ? [one] : [];
  });
  const isNew = ({ field }: FieldProblem) => field === onChange && !problems.some((one) => one.field === field);
  return [...before, ...found.filter(isNew)];
}

const serverFieldProblems = ({ errors }: CallProblem): FieldProblem[] =>
  errors.flatMap(({ field, message }) => {
    const path = field.replace(/^body\./, "").replace(/^shipping_address\./, "address.");
    const name = fieldNames.find((one) => one === path.replace(/^billing_address\./, "billing."));
    return name ? [{ field: name, message, fromServer: true as const }] : [];
  });

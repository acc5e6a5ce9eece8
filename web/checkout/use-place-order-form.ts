import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { Cart } from "#contract/cart.ts";
import type { Quote } from "#contract/checkout.ts";
import type { Money } from "#contract/money.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { quoteQuery, type usePlaceOrder } from "./checkout.queries.ts";
import { type CheckoutDetails, clearDraft } from "./draft.ts";
import { isSettled } from "./idempotent-attempt.ts";
import { type FieldName, fieldNames, toNewOrder, validateDetails } from "./validate-details.ts";

type Props = {
  form: UseFormReturn<CheckoutDetails>;
  cart: Cart;
  place: ReturnType<typeof usePlaceOrder>;
  onPlaced: (orderId: string) => void;
};
export type FieldProblem = { field: FieldName; message: string; fromServer?: true };

/**
 * Validates the form and places the order for exactly the figures shown; a conflict brings new ones. `isAsking`: it is
 * unknown whether the last attempt placed the order and its cart is gone; the same request is then repeated.
 */
export function usePlaceOrderForm({ form, cart, place, onPlaced }: Props) {
  const client = useQueryClient();
  const [problems, setProblems] = useState<FieldProblem[]>([]);
  const [agreedTotal, setAgreedTotal] = useState<Money>();
  const [attempts, setAttempts] = useState(0);
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
  const showConflict = (problem: CallProblem) => {
    showProblems(serverFieldProblems(problem));
    if (problem.details.cart) client.setQueryData(["GET /cart", {}], problem.details.cart);
    // The cart may be gone or ordered; the quote is always refetched.
    else if (problem.status === 409 || problem.status === 404)
      void client.invalidateQueries({ queryKey: ["GET /cart"] });
    if (problem.details.quote)
      client.setQueriesData({ queryKey: ["GET /checkout/quote"], type: "active" }, { data: problem.details.quote });
    else if (problem.status === 409) void client.invalidateQueries({ queryKey: quoteQuery({}).queryKey.slice(0, 1) });
  };
  const send = async (request: NonNullable<typeof place.variables>) => {
    try {
      const { data } = await place.mutateAsync(request);
      clearDraft();
      onPlaced(data.id);
    } catch (problem) {
      if (!(problem instanceof CallProblem)) throw problem;
      showConflict(problem);
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
    await send(toNewOrder(details, quote, cart.id));
  };
  return { submit, problems, agreedTotal, attempts, isAsking };
}

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
    const name = field.replace(/^body\./, "").replace(/^shipping_address\./, "address.") as FieldName;
    return fieldNames.includes(name) ? [{ field: name, message, fromServer: true as const }] : [];
  });

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { Cart } from "#contract/cart.ts";
import type { Quote } from "#contract/checkout.ts";
import type { Money } from "#contract/money.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { isAnswered } from "./attempt.ts";
import { quoteQuery, type usePlaceOrder } from "./checkout.queries.ts";
import { asOrder, type FieldName, fieldNames, mistakes } from "./details.ts";
import { type Details, forgetDraft } from "./draft.ts";

type Props = {
  form: UseFormReturn<Details>;
  cart: Cart;
  place: ReturnType<typeof usePlaceOrder>;
  onPlaced: (orderId: string) => void;
};
export type Wrong = { field: FieldName; message: string; byShop?: true };

/**
 * Checks what was typed, then places the order for exactly the figures shown; a refusal brings the new ones. `isAsking`
 * while nobody knows whether the order was placed and its cart is gone: then what was sent is asked about again, as it was.
 */
export function useOrdering({ form, cart, place, onPlaced }: Props) {
  const client = useQueryClient();
  const [wrong, setWrong] = useState<Wrong[]>([]);
  const [agreed, setAgreed] = useState<Money>();
  const [attempts, setAttempts] = useState(0);
  const show = (found: Wrong[]) => {
    form.clearErrors();
    for (const { field, message } of found) form.setError(field, { message });
    setWrong(found);
    setAttempts((count) => count + 1);
  };
  const changed = useEffectEvent((details: Details, name: string | undefined) => {
    if (wrong.length === 0 && attempts === 0) return;
    const left = stillWrong(wrong, mistakes(details), name);
    for (const { field } of wrong) if (!left.some((one) => one.field === field)) form.clearErrors(field);
    for (const { field, message } of left)
      if (form.getFieldState(field).error?.message !== message) form.setError(field, { message });
    setWrong(left);
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => changed(values, name),
      }),
    [form],
  );
  const refused = (problem: CallProblem) => {
    show(fieldMistakes(problem));
    if (problem.details.cart) client.setQueryData(["GET /cart", {}], problem.details.cart);
    // The cart is asked for again where it may be gone or ordered; what it costs, always.
    else if (problem.status === 409 || problem.status === 404)
      void client.invalidateQueries({ queryKey: ["GET /cart"] });
    if (problem.details.quote)
      client.setQueriesData({ queryKey: ["GET /checkout/quote"], type: "active" }, { data: problem.details.quote });
    else if (problem.status === 409) void client.invalidateQueries({ queryKey: quoteQuery({}).queryKey.slice(0, 1) });
  };
  const send = async (wish: NonNullable<typeof place.variables>) => {
    try {
      const { data } = await place.mutateAsync(wish);
      forgetDraft();
      onPlaced(data.id);
    } catch (problem) {
      if (!(problem instanceof CallProblem)) throw problem;
      refused(problem);
    }
  };
  const sent = isAnswered(place.error) ? undefined : place.variables;
  const isAsking = sent !== undefined && (sent.cart_id !== cart.id || cart.items.length === 0);
  const submit = async (quote: Quote | undefined) => {
    // Most likely that order took the cart, so what was typed or agreed to since can be no part of it.
    if (isAsking) return send(sent);
    if (place.isPending || !quote || !cart.id) return;
    const details = form.getValues();
    const found = mistakes(details);
    show(found);
    if (found.length > 0) return;
    setAgreed(quote.totals.due);
    await send(asOrder(details, quote, cart.id));
  };
  return { submit, wrong, agreed, attempts, isAsking };
}

/**
 * What is wrong after something was changed: a mistake goes as soon as its field is right, and a field made wrong says so.
 * What the shop found stays until its own field changes.
 */
export function stillWrong(wrong: Wrong[], found: Wrong[], changed: string | undefined): Wrong[] {
  const before = wrong.flatMap((one) => {
    const now = found.find(({ field }) => field === one.field);
    if (now) return [now];
    return one.byShop && one.field !== changed ? [one] : [];
  });
  const isNew = ({ field }: Wrong) => field === changed && !wrong.some((one) => one.field === field);
  return [...before, ...found.filter(isNew)];
}

/** What the shop found wrong with single fields. */
const fieldMistakes = ({ errors }: CallProblem): Wrong[] =>
  errors.flatMap(({ field, message }) => {
    const name = field.replace(/^body\./, "").replace(/^shipping_address\./, "address.") as FieldName;
    return fieldNames.includes(name) ? [{ field: name, message, byShop: true as const }] : [];
  });

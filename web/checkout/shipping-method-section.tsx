import { type UseFormReturn, useWatch } from "react-hook-form";
import type { Quote } from "#contract/checkout.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { RadioCard } from "#web/ui/forms/radio-card.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { formatShopNumber, say, sayCount, shopLocale } from "#words/say.ts";
import type { CheckoutDetails } from "./draft.ts";

type Props = {
  form: UseFormReturn<CheckoutDetails>;
  quote: Quote | undefined;
  problem: CallProblem | null;
  onRetry: () => void;
};

/** The shipping methods of this address; the cheapest is the default. */
export function ShippingMethodSection({ form, quote, problem, onRetry }: Props) {
  const locale = shopLocale();
  const selected = useWatch({ control: form.control, name: "method" });
  // The address section shows this problem.
  if (problem?.code === "no_delivery")
    return <p className="text-sm text-muted">{say("Choose another address to see delivery methods.")}</p>;
  if (problem) return <ErrorNotice onRetry={onRetry}>{problem.message}</ErrorNotice>;
  if (!quote)
    return (
      <div className="grid gap-3" role="status">
        <span className="sr-only">{say("Loading delivery methods")}</span>
        <Skeleton className="h-18 rounded" />
        <Skeleton className="h-18 rounded" />
      </div>
    );
  if (quote.methods.length === 0)
    return <p className="text-sm text-muted">{say("This order doesn't need delivery.")}</p>;
  // The selection shows at once; totals follow with the next quote.
  const chosen = quote.methods.find(({ id }) => String(id) === selected)?.id ?? quote.shipping_method_id;
  const { onChange: _, ...register } = form.register("method");
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{say("Delivery method")}</legend>
      {quote.methods.map((method) => (
        <RadioCard
          key={method.id}
          {...register}
          ref={undefined}
          value={String(method.id)}
          checked={chosen === method.id}
          onChange={() => form.setValue("method", String(method.id))}
          label={method.name}
          hint={deliveryDays(method)}
          aside={method.price.amount === 0 ? say("Free") : formatMoney(method.price, locale)}
        />
      ))}
    </fieldset>
  );
}

/** "2 to 4 working days". */
export function deliveryDays({ min_days, max_days }: { min_days: number; max_days: number }) {
  if (max_days === 0) return say("Today");
  return min_days === max_days
    ? sayCount("1 business day", "{n} business days", max_days)
    : sayCount("{from} to 1 business day", "{from} to {n} business days", max_days, {
        from: formatShopNumber(min_days),
      });
}

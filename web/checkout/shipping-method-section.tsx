import { type UseFormReturn, useWatch } from "react-hook-form";
import type { Quote } from "#contract/checkout.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { shopTime } from "#web/api/shop-clock.ts";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { RadioCard } from "#web/ui/forms/fields/radio-card.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { useNow } from "#web/ui/text/use-now.ts";
import { say } from "#words/say.ts";
import { arrivalText } from "./arrival-text.ts";
import type { CheckoutDetails } from "./draft.ts";

type Props = {
  form: UseFormReturn<CheckoutDetails>;
  quote: Quote | undefined;
  problem: CallProblem | null;
  awaitsTransfer: boolean;
  onRetry: () => void;
};

/** The shipping methods of this address; the cheapest is the default. */
export function ShippingMethodSection({ form, quote, problem, awaitsTransfer, onRetry }: Props) {
  const now = useNow(null);
  const selected = useWatch({ control: form.control, name: "method" });
  // The address section shows this problem.
  if (problem?.code === "no_delivery" || problem?.code === "legal_details_missing")
    return <p className="text-sm text-muted">{say("Choose another address to see delivery methods.")}</p>;
  if (problem) return <ErrorNotice onRetry={onRetry}>{problem.message}</ErrorNotice>;
  if (!quote) return <Loading label={say("Loading delivery methods")} looks={["h-18 rounded", "h-18 rounded"]} />;
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
          hint={arrivalText(method, shopTime(now), awaitsTransfer)}
          aside={method.price.amount === 0 ? say("Free") : formatMoney(method.price)}
        />
      ))}
    </fieldset>
  );
}

import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Money } from "#contract/money.ts";
import type { Order } from "#contract/orders.ts";
import type { ReturnReason } from "#contract/returns.ts";
import { placeProblem } from "#web/api/form-problems.ts";
import { formatDay } from "#web/ui/date-format.ts";
import { closeDialog } from "#web/ui/dialog-store.ts";
import { formatMoney } from "#web/ui/money-format.ts";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextAreaField } from "#web/ui/text-area-field.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { say, sayCount, shopLocale } from "#words/say.ts";
import { FormEnd, Refused } from "./form-end.tsx";
import { backFor } from "./money-back.ts";
import { useReturnMove } from "./orders.queries.ts";
import { reasonWords } from "./return-reasons.ts";
import { itemsOf, returnable, worthOf } from "./units.ts";
import { UnitsChoice } from "./units-choice.tsx";

/** What a customer sends back, and why. Nothing is chosen until they choose it. */
export function ReturnForm({ order }: { order: Order }) {
  const units = returnable(order);
  const only = units.length === 1 ? units[0] : undefined;
  const [quantities, setQuantities] = useState(() => new Map(only ? [[only.item.id, only.quantity]] : []));
  const [reasons, setReasons] = useState(new Map<number, ReturnReason>());
  const [said, setSaid] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { note: "" } });
  const [key] = useState(() => crypto.randomUUID());
  const move = useReturnMove(order.id);
  const back = backFor(order, worthOf(order, quantities));
  const reasonOf = (id: number) => reasons.get(id) ?? "changed_mind";
  const items = itemsOf(quantities).map((item) => ({ ...item, reason_code: reasonOf(item.order_item_id) }));
  const ask = handleSubmit(async ({ note }) => {
    try {
      await move.mutateAsync({ route: "POST /returns", args: { body: { order_id: order.id, items, note } }, key });
      toast({ tone: "success", title: say("We have your request and answer it soon") });
      closeDialog();
    } catch (problem) {
      setSaid(placeProblem(problem, ["note"], setError));
    }
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={ask}>
      <Refused said={said} />
      <UnitsChoice
        label={say("Items to send back")}
        units={units}
        says={(quantity, item) =>
          sayCount("1 can be sent back until {date}", "{n} can be sent back until {date}", quantity, {
            // What can be sent back has a last day for it.
            date: formatDay(item.returnable_until as string, shopLocale()),
          })
        }
        quantities={quantities}
        onChange={setQuantities}
        more={({ item }) => (
          <ReasonChoice
            name={item.name}
            value={reasonOf(item.id)}
            onChange={(reason) => setReasons(new Map(reasons).set(item.id, reason))}
          />
        )}
      />
      <TextAreaField
        label={say("Anything we should know?")}
        optional
        maxLength={1000}
        error={formState.errors.note?.message}
        {...register("note")}
      />
      <p className="text-sm text-muted">
        {items.length > 0 ? answerFirst(back) : say("Choose what you would like to send back.")}
      </p>
      <FormEnd action={say("Ask for the return")} busy={formState.isSubmitting} disabled={items.length === 0} />
    </form>
  );
}

/** What comes next, and what of the money goes back then. */
function answerFirst(back: Money | undefined) {
  if (!back)
    return say(
      "We answer first: please don't send anything yet. Once it has arrived, what you paid beyond what is still owed goes back to you.",
    );
  if (back.amount === 0)
    return say("We answer first: please don't send anything yet. What you paid went back to you before.");
  return say("We answer first: please don't send anything yet. {amount} goes back to you once it has arrived.", {
    amount: formatMoney(back, shopLocale()),
  });
}

type ReasonProps = { name: string; value: ReturnReason; onChange: (reason: ReturnReason) => void };

const ReasonChoice = ({ name, value, onChange }: ReasonProps) => (
  <SelectField
    label={say("Reason for {name}", { name })}
    size="small"
    value={value}
    onChange={({ target }) => onChange(target.value as ReturnReason)}
  >
    {Object.entries(reasonWords).map(([code, words]) => (
      <option key={code} value={code}>
        {say(words)}
      </option>
    ))}
  </SelectField>
);

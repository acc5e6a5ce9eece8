import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { WithdrawableOrder } from "#contract/orders/withdrawals.ts";
import { call } from "#web/api/call.ts";
import { toItems, UnitsPicker } from "#web/orders/units-picker.tsx";
import { paths } from "#web/paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { TextAreaField, TextField } from "#web/ui/forms/fields/field.tsx";
import { notBlank, registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { sayWith } from "#web/ui/text/say-with.ts";
import { formatShopNumber, say, shopLocale, text } from "#words/say.ts";
import { withdrawalExclusionText } from "#words/withdrawal-exclusions.ts";

interface Fields {
  name: string;
  order_number: string;
  email: string;
  note: string;
}
type Props = {
  /** Of the link of an order; without it the items are named in words. */
  order?: WithdrawableOrder;
  orderKey?: string;
};
type Item = WithdrawableOrder["items"][number] & { id: number };

/** Declares a withdrawal: who, from which order and which items; then a step to confirm it. */
export function WithdrawForm({ order, orderKey }: Props) {
  const items = (order?.items ?? []).map((item): Item => ({ ...item, id: item.order_item_id }));
  const [quantities, setQuantities] = useState(() => new Map(items.map(({ id, quantity }) => [id, quantity])));
  const [declared, setDeclared] = useState<Fields>();
  const state = useCallForm<Fields>({
    start: {
      name: order?.name ?? "",
      order_number: order ? String(order.number) : "",
      email: order?.email ?? "",
      note: "",
    },
    errorFields: ["name", "order_number", "email", "note"],
    send: (fields) => Promise.resolve(setDeclared(fields)),
  });
  if (declared)
    return (
      <Confirmation
        declared={declared}
        items={items}
        quantities={quantities}
        orderKey={orderKey}
        onBack={() => setDeclared(undefined)}
      />
    );
  if (order && items.length === 0)
    return <Banner>{say("You've already withdrawn from this order, or all of it is cancelled or returned.")}</Banner>;
  const isNothing = order !== undefined && toItems(quantities).length === 0;
  return (
    <form method="post" className="grid gap-4" noValidate onSubmit={state.save}>
      <FormProblem problem={state.problem} />
      {order && (
        <UnitsPicker
          label={say("Items to withdraw from")}
          units={items.map((item) => ({ item, quantity: item.quantity }))}
          describe={(_, item) => periodText(item)}
          quantities={quantities}
          onChange={setQuantities}
        />
      )}
      <WhoAndWhat form={state.form} hasOrder={order !== undefined} />
      <Button
        type="submit"
        look="primary"
        size="large"
        wide
        disabled={isNothing}
        busy={state.form.formState.isSubmitting}
      >
        {say("Continue")}
      </Button>
      {isNothing && <p className="text-sm text-muted">{say("Select the items.")}</p>}
    </form>
  );
}

type FieldsProps = { form: UseFormReturn<Fields>; hasOrder: boolean };

/** Name and address; without the link of an order also its number, and the items in words. */
const WhoAndWhat = ({ form, hasOrder }: FieldsProps) => (
  <>
    <TextField
      label={say("Name")}
      autoComplete="name"
      maxLength={200}
      {...registerField(form, "name", notBlank(say("Enter your name.")))}
    />
    {!hasOrder && (
      <TextField
        label={say("Order number")}
        inputMode="numeric"
        maxLength={16}
        {...registerField(form, "order_number", {
          required: say("Enter the number of the order, such as 1004."),
          pattern: { value: /^\s*#?\d{1,15}\s*$/, message: say("Enter the number of the order, such as 1004.") },
        })}
      />
    )}
    <TextField
      label={say("Email")}
      type="email"
      autoComplete="email"
      maxLength={254}
      hint={say("The address you ordered with. The receipt goes there.")}
      {...registerField(form, "email", {
        required: say("Email required"),
        pattern: {
          value: /^\s*\S+@\S+\.\S+\s*$/,
          message: say("Enter a valid email address, such as name@example.com."),
        },
      })}
    />
    {!hasOrder && (
      <TextAreaField
        label={say("Items you withdraw from")}
        optional
        maxLength={1000}
        hint={say("Leave it empty to withdraw from the whole order.")}
        {...registerField(form, "note")}
      />
    )}
  </>
);

type ConfirmationProps = Declared & { orderKey: string | undefined; onBack: () => void };

/** The second step: what is declared, and the button that sends it. */
function Confirmation({ declared, items, quantities, orderKey, onBack }: ConfirmationProps) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: ({ name, order_number, email, note }: Fields) =>
      call("POST /withdrawals", {
        body: {
          name,
          order_number: order_number.replace(/^\s*#/, "").trim(),
          email: email.trim(),
          ...(note.trim() ? { note } : {}),
          ...(orderKey ? { key: orderKey, items: toItems(quantities) } : {}),
        },
      }),
  });
  if (data) return <Received at={data.data.received_at} declared={declared} isKnown={orderKey !== undefined} />;
  return (
    <div className="grid gap-4">
      {error && (
        <Banner tone="warning" role="alert">
          {error.message}
        </Banner>
      )}
      <Declaration declared={declared} items={items} quantities={quantities} />
      <Button look="primary" size="large" wide busy={isPending} onClick={() => mutate(declared)}>
        {say("Confirm withdrawal")}
      </Button>
      <Button wide onClick={onBack} disabled={isPending}>
        {say("Back")}
      </Button>
    </div>
  );
}

/** Until when an item can be withdrawn from. */
export function periodText({
  days,
  until,
  is_late,
  exclusion,
}: Pick<Item, "days" | "until" | "is_late" | "exclusion">): string {
  const excluded = withdrawalExclusionText(exclusion);
  if (excluded) return excluded;
  if (until === null) return say("Until {days} days after the last delivery", { days: formatShopNumber(days) });
  // A day of the shop's time zone already.
  const format = new Intl.DateTimeFormat(shopLocale(), { dateStyle: "medium", timeZone: "UTC" });
  const date = format.format(new Date(until));
  return is_late ? say("The period ended on {date}. We'll answer you.", { date }) : say("Until {date}", { date });
}

type Declared = { declared: Fields; items: Item[]; quantities: Map<number, number> };

/** What is about to be declared. */
const Declaration = ({ declared: { name, order_number, email, note }, items, quantities }: Declared) => (
  <section ref={focus} tabIndex={-1} aria-label={say("Your withdrawal")} className="grid gap-3 outline-none">
    <p className="font-medium">{say("I withdraw from the contract of order {number}.", { number: order_number })}</p>
    <ul className="grid gap-1 text-sm">
      {items.map(
        ({ id, name: item }) =>
          (quantities.get(id) ?? 0) > 0 && (
            <li key={id}>
              <bdi>{`${formatShopNumber(quantities.get(id) ?? 0)} × ${item}`}</bdi>
            </li>
          ),
      )}
      {items.length === 0 && <li className="whitespace-pre-line">{note.trim() || say("The whole order")}</li>}
    </ul>
    <p className="text-sm text-muted">
      <bdi>{name}</bdi>
      <br />
      <bdi>{email}</bdi>
    </p>
  </section>
);

/** Of a step that replaces another: screen readers go on there. */
const focus = (element: HTMLElement | null) => element?.focus();

/** Who came by a link of the order had no number to check. */
const missingReceipt = (isKnown: boolean) =>
  isKnown
    ? text("No email within a few minutes? Check your spam folder, or {contact}.")
    : text("No email within a few minutes? Check the order number and the address, or {contact}.");

type ReceivedProps = { at: string; declared: Fields; isKnown: boolean };

/** Says that it was received; without a link of the order not whether there is such an order, which others could ask. */
export const Received = ({ at, declared: { order_number: number, email }, isKnown }: ReceivedProps) => (
  <div ref={focus} tabIndex={-1} className="grid gap-4 outline-none">
    <Banner tone="success" role="status" title={say("Withdrawal sent")}>
      {isKnown
        ? say("We received your withdrawal on {date}. A receipt is on its way to the email address of your order.", {
            date: formatMoment(at),
          })
        : say(
            "If order {number} was placed with {email}, we received your withdrawal on {date}, and a receipt is on its way to this address.",
            { number, email, date: formatMoment(at) },
          )}
    </Banner>
    <p className="text-sm">
      {sayWith(missingReceipt(isKnown), {
        contact: (
          <ShopLink to={paths.contact()} className="text-link underline underline-offset-4">
            {say("contact us")}
          </ShopLink>
        ),
      })}
    </p>
  </div>
);

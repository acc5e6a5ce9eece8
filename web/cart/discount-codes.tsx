import { BadgePercent, ChevronDown, Gift, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import type { Cart, CartCoupon } from "#contract/cart.ts";
import type { Money } from "#contract/money.ts";
import { Button, IconButton } from "#web/ui/forms/button.tsx";
import { controlClass, Field } from "#web/ui/forms/fields/field.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { moveFocusToNextRow } from "#web/ui/layout/focus-on-removal.ts";
import { countryName } from "#web/ui/text/country-name.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { say } from "#words/say.ts";
import { replacementText } from "./coupon-replacement.ts";
import { useDiscountCodes } from "./discount-codes.queries.ts";

type Props = Pick<Cart, "coupon" | "gift_cards"> & {
  totals: Pick<Cart["totals"], "total">;
  /** The country that the amounts are for. */
  country: string | undefined;
};

/** Applied coupons and gift cards, and a field for another. No form, as it is rendered inside one. */
export function DiscountCodes({ coupon, gift_cards, totals, country }: Props) {
  const codes = useDiscountCodes();
  return (
    <div className="grid gap-3">
      {(coupon || gift_cards.length > 0) && (
        <ul aria-label={say("Coupons and gift cards")} className="grid gap-2">
          {coupon && (
            <AppliedCode
              icon={<BadgePercent />}
              title={coupon.code}
              tone={couponTone(coupon)}
              onRemove={() => codes.dropCoupon.mutate()}
            >
              {coupon.message}
            </AppliedCode>
          )}
          {gift_cards.map(({ id, last4, amount, balance }) => (
            <AppliedCode
              key={id}
              icon={<Gift />}
              title={say("Gift card ending in {digits}", { digits: last4 })}
              onRemove={() => codes.dropGiftCard.mutate(id)}
            >
              {usedText({ amount, balance }, country)}
            </AppliedCode>
          ))}
        </ul>
      )}
      <CodeEntry redeem={codes.redeem} coupon={coupon?.code} total={totals.total} />
    </div>
  );
}

/** What a gift card pays depends on the price of delivery, so its country is named. */
function usedText({ amount, balance }: Pick<Cart["gift_cards"][number], "amount" | "balance">, country?: string) {
  const values = { amount: formatMoney(amount), balance: formatMoney(balance) };
  return country
    ? say("{amount} of the {balance} balance used with delivery to {country}.", {
        ...values,
        country: countryName(country),
      })
    : say("{amount} of the {balance} balance used.", values);
}

const couponTone = ({ state }: CartCoupon) =>
  state === "applied" ? "text-success" : state === "not_needed" ? "text-muted" : "text-danger";

type AppliedCodeProps = { icon: ReactNode; title: string; tone?: string; onRemove: () => void; children: ReactNode };

const AppliedCode = ({ icon, title, tone = "text-muted", onRemove, children }: AppliedCodeProps) => (
  <li
    ref={moveFocusToNextRow}
    className="flex items-center gap-3 rounded border border-hairline ps-3 text-sm [&_svg]:size-4.5 [&_svg]:shrink-0"
  >
    <span className={tone} aria-hidden="true">
      {icon}
    </span>
    <span className="min-w-0 flex-1 py-2">
      <span className="block font-medium break-words">{title}</span>
      <span className={classes("block", tone)}>{children}</span>
    </span>
    <IconButton label={say("Remove {name}", { name: title })} icon={<X />} onClick={onRemove} />
  </li>
);

/** What a redeemed code changed, for screen readers. */
function resultText({ coupon, totals }: Cart, code: string) {
  if (coupon?.code.toLowerCase() !== code.toLowerCase()) return say("Gift card applied.");
  if (coupon.state === "not_needed") return coupon.message;
  if (totals.discount.amount === 0) return say("{code} applied.", { code: coupon.code });
  const amount = formatMoney(totals.discount);
  return say("{code} applied: you save {amount}.", { code: coupon.code, amount });
}

type EntryProps = {
  redeem: ReturnType<typeof useDiscountCodes>["redeem"];
  /** The applied coupon. */
  coupon: string | undefined;
  /** With delivery and the applied coupon, before gift cards. */
  total: Money;
};

/** A coupon that another one replaced, with the totals before and after. */
type Replaced = { code: string; before: Money; after?: Money };

/** What stays in the field once a code is redeemed: another one that was typed meanwhile. */
export const codeLeft = (typed: string, redeemed: string) => (typed.trim() === redeemed ? "" : typed);

/** The typed code, and the coupon that the last one replaced. */
function useCodeEntry({ redeem, coupon, total }: EntryProps) {
  const [code, setCode] = useState("");
  const [replaced, setReplaced] = useState<Replaced>();
  // The first total with the new coupon: later ones may differ because of other changes.
  if (replaced && !replaced.after && coupon && replaced.code !== coupon) setReplaced({ ...replaced, after: total });
  const field = useRef<HTMLInputElement>(null);
  const send = (sent = code.trim()) => {
    if (sent === "") return field.current?.focus();
    setReplaced(undefined);
    redeem.mutate(sent, {
      onSuccess: (cart) => {
        setCode((typed) => codeLeft(typed, sent));
        if (coupon && cart.coupon?.code !== coupon) setReplaced({ code: coupon, before: total });
      },
      onError: () => field.current?.focus(),
    });
  };
  const error = code.trim() === "" && redeem.isError ? undefined : redeem.error?.message;
  return { code, setCode, field, send, error, replaced: replaced?.code === coupon ? undefined : replaced };
}

/** Collapsed at first: an open field sends people looking for codes. */
function CodeEntry({ redeem, coupon, total }: EntryProps) {
  const [open, setOpen] = useState(false);
  const { code, setCode, field, send, error, replaced } = useCodeEntry({ redeem, coupon, total });
  const sendOnEnter = (event: KeyboardEvent) => {
    // Enter also ends the composition of a word, such as a Japanese one.
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    send();
  };
  if (!open)
    return (
      <Button look="ghost" size="small" onClick={() => setOpen(true)} className="-ms-3 w-fit">
        {say("Add a coupon or gift card")}
        <ChevronDown />
      </Button>
    );
  return (
    <>
      <Field label={say("Coupon or gift card")} error={error}>
        {(control) => (
          <div className="flex gap-2">
            <input
              {...control}
              ref={field}
              className={classes(controlClass, "h-11 min-w-0 flex-1")}
              value={code}
              onChange={({ target }) => setCode(target.value)}
              onKeyDown={sendOnEnter}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={64}
              autoFocus
              // Away from the toasts at the bottom.
              onFocus={({ target }) => target.scrollIntoView({ block: "center" })}
            />
            <Button busy={redeem.isPending} onClick={() => send()}>
              {say("Apply")}
              <span className="sr-only"> {say("this code")}</span>
            </Button>
          </div>
        )}
      </Field>
      {replaced?.after && coupon && (
        <p role="status" className="text-sm">
          {replacementText({ new: coupon, old: replaced.code }, { before: replaced.before, after: replaced.after })}{" "}
          <Button look="link" onClick={() => send(replaced.code)}>
            {say("Use {code} again", { code: replaced.code })}
          </Button>
        </p>
      )}
      <span role="status" className="sr-only">
        {redeem.isSuccess ? resultText(redeem.data, redeem.variables) : (error ?? "")}
      </span>
    </>
  );
}

import { CircleCheck, CircleX, Clock, Undo2 } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { orderBalance } from "#contract/orders/order-summary.ts";
import type { Order } from "#contract/orders/orders.ts";
import { orderArrival } from "#web/checkout/arrival-text.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { say } from "#words/say.ts";
import { addressText } from "./address-text.ts";

type PaidProps = {
  order: Order;
  progress: ReactNode;
  /** The invoice. */
  documents: ReactNode;
};

/** The confirmation of a placed order with its progress, next steps and invoice. */
export function Paid({ order, progress, documents }: PaidProps) {
  const balance = orderBalance(order);
  const { shipping_method: method, shipping_address: to } = order;
  const arrives = order.confirmed_at && orderArrival(order, Date.parse(order.confirmed_at));
  const isCash = balance?.figure === "due_on_delivery";
  return (
    <Outcome icon={<CircleCheck className="text-success" />} title={say("Thank you for your order")}>
      <p className="text-lg text-muted">
        {say("Order {number}", { number: order.number })} ·{" "}
        {balance && isCash
          ? say("{amount} due on delivery", { amount: formatMoney(balance.money) })
          : formatMoney(order.total)}
      </p>
      <div className="mt-6 w-full rounded-lg border border-hairline bg-surface p-5 text-start md:py-6">{progress}</div>
      <h2 className="mt-4 w-full text-start text-lg font-semibold">{say("What happens next")}</h2>
      <ol className="grid w-full gap-4 rounded-lg border border-hairline bg-surface p-5 text-start">
        <NextStep title={say("Confirmed")}>
          {isCash
            ? say("Your order is confirmed.")
            : order.payment_status === "paid"
              ? say("We've received your payment.")
              : say("We've received your order.")}
          {order.customer.email && ` ${say("We'll send updates to {email}.", { email: order.customer.email })}`}
          {order.customer.unconfirmed_email &&
            ` ${say("Open the link we sent to {email} to get updates there.", { email: order.customer.unconfirmed_email })}`}
        </NextStep>
        <NextStep title={say("Packed and shipped")}>
          {order.fulfilment_status === "unfulfilled"
            ? say("We're packing your order. You can track it here and in your account.")
            : say("Your items are on their way.")}
        </NextStep>
        <NextStep title={say("Delivered")}>
          {method
            ? say("{method} to {address}.", {
                method: method.name,
                address: addressText(to),
              })
            : say("This order doesn't need delivery.")}{" "}
          {arrives}
        </NextStep>
      </ol>
      <div className="mt-2 mb-6 w-full text-start">{documents}</div>
      <OrderAndHomeLinks order={order} />
    </Outcome>
  );
}

export const Completed = ({ order }: { order: Order }) => (
  <Outcome icon={<CircleCheck className="text-success" />} title={say("Thank you for your order")}>
    <p className="mb-6 text-muted">{say("Order {number} is complete and fully paid.", { number: order.number })}</p>
    <OrderAndHomeLinks order={order} />
  </Outcome>
);

/** Everything was returned or refunded. */
export const Returned = ({ order }: { order: Order }) => (
  <Outcome icon={<Undo2 className="text-muted" />} title={say("Order {number} is closed", { number: order.number })}>
    <p className="mb-6 text-muted">{say("All items were returned or refunded.")}</p>
    <OrderAndHomeLinks order={order} />
  </Outcome>
);

const OrderAndHomeLinks = ({ order }: { order: Order }) => (
  <div className="flex flex-wrap justify-center gap-3">
    <ButtonLink to={paths.order(order.id)} look="primary" label={say("View order")} />
    <ButtonLink to={paths.home()} label={say("Continue shopping")} />
  </div>
);

const NextStep = ({ title, children }: { title: string; children: ReactNode }) => (
  <li className="grid gap-0.5 text-sm">
    <strong className="font-semibold">{title}</strong>
    <span className="text-muted">{children}</span>
  </li>
);

/** The payment deadline has passed, but the order may still have been paid. */
export const Overdue = ({ order }: { order: Order }) => (
  <Outcome icon={<Clock className="text-muted" />} title={say("The payment time has expired")}>
    <p className="mb-4 text-muted">
      {say("We're checking whether order {number} was paid in time. This page updates automatically.", {
        number: order.number,
      })}
    </p>
    <ButtonLink to={paths.order(order.id)} label={say("View order")} />
  </Outcome>
);

/** The order expired unpaid. */
export const Expired = ({ order }: { order: Order }) => (
  <Outcome icon={<Clock className="text-muted" />} title={say("The payment time has expired")}>
    <p className="text-muted">{expiredText(order)}</p>
    <CartAndOrderLinks order={order} />
  </Outcome>
);

function expiredText({ number, paid, from_cart: isBackInCart }: Order) {
  if (paid.amount > 0) return say("Order {number} wasn't paid in time. We're refunding your late payment.", { number });
  return isBackInCart
    ? say("Order {number} wasn't paid in time, and you haven't been charged. Available items are back in your cart.", {
        number,
      })
    : say("Order {number} wasn't paid in time, and you haven't been charged.", { number });
}

export const Cancelled = ({ order }: { order: Order }) => (
  <Outcome
    icon={<CircleX className="text-muted" />}
    title={say("Order {number} was cancelled", { number: order.number })}
  >
    <p className="text-muted">{say("There's nothing to pay. Any payment you made is refunded.")}</p>
    <CartAndOrderLinks order={order} />
  </Outcome>
);

const CartAndOrderLinks = ({ order }: { order: Order }) => (
  <div className="mt-6 flex flex-wrap justify-center gap-3">
    {order.from_cart && <ButtonLink to={paths.cart()} look="primary" label={say("Go to cart")} />}
    <ButtonLink to={paths.order(order.id)} label={say("View order")} />
  </div>
);

/** Focused when it appears, so that it is read aloud. */
export function Outcome({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    head.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, []);
  return (
    <section className="grid justify-items-center gap-2 py-6 text-center">
      <span aria-hidden="true" className="mb-2 [&_svg]:size-14 [&_svg]:stroke-[1.5]">
        {icon}
      </span>
      <h1 ref={head} tabIndex={-1} className="text-title outline-none">
        {title}
      </h1>
      {children}
    </section>
  );
}

import { CircleCheck, CircleX, Clock, Undo2 } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { Order } from "#contract/orders/orders.ts";
import type { PaymentProvider } from "#contract/payments.ts";
import { deliveryDays } from "#web/checkout/shipping-method-section.tsx";
import { paths } from "#web/paths.ts";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { say, shopLocale } from "#words/say.ts";

/** The confirmation of a placed order with its next steps. */
export function Paid({ order, provider }: { order: Order; provider: PaymentProvider | undefined }) {
  const amount = formatMoney(order.total, shopLocale());
  const { shipping_method: method, shipping_address: to } = order;
  const arrives =
    method && method.max_days > 0 ? say("It should arrive within {days}.", { days: deliveryDays(method) }) : undefined;
  const isCash = provider === "cod" && order.payment_status === "authorized";
  return (
    <Outcome icon={<CircleCheck className="text-success" />} title={say("Thank you for your order")}>
      <p className="text-lg text-muted">
        {say("Order {number}", { number: order.number })} ·{" "}
        {isCash ? say("{amount}, to be paid on delivery", { amount }) : amount}
      </p>
      <ol className="my-6 grid w-full gap-4 rounded-lg border border-hairline bg-surface p-5 text-start">
        <NextStep title={say("Confirmed")}>
          {isCash
            ? say("Your order is confirmed.")
            : order.payment_status === "paid"
              ? say("Your payment has arrived.")
              : say("Your order is in.")}
          {order.customer.email && ` ${say("News about it goes to {email}.", { email: order.customer.email })}`}
        </NextStep>
        <NextStep title={say("Packed and sent")}>
          {order.fulfilment_status === "unfulfilled"
            ? say("We pack it next. You see here and in your account when it is on its way.")
            : say("Items are on their way.")}
        </NextStep>
        <NextStep title={say("Delivered")}>
          {method
            ? say("{method} to {address}.", {
                method: method.name,
                address: `${to.fullname}, ${to.line1}, ${`${to.postal_code} ${to.city}`.trim()}`,
              })
            : say("Nothing needs to be sent.")}{" "}
          {arrives}
        </NextStep>
      </ol>
      <OrderAndHomeLinks order={order} />
    </Outcome>
  );
}

/** The order is completed. */
export const Completed = ({ order }: { order: Order }) => (
  <Outcome icon={<CircleCheck className="text-success" />} title={say("Thank you for your order")}>
    <p className="mb-6 text-muted">
      {say("Order {number} is completed. Nothing is left to pay.", { number: order.number })}
    </p>
    <OrderAndHomeLinks order={order} />
  </Outcome>
);

/** Everything was returned or refunded. */
export const Returned = ({ order }: { order: Order }) => (
  <Outcome icon={<Undo2 className="text-muted" />} title={say("Order {number} is closed", { number: order.number })}>
    <p className="mb-6 text-muted">{say("Everything was returned or refunded.")}</p>
    <OrderAndHomeLinks order={order} />
  </Outcome>
);

const OrderAndHomeLinks = ({ order }: { order: Order }) => (
  <div className="flex flex-wrap justify-center gap-3">
    <ShopLink to={paths.order(order.id)} className={buttonLook({ look: "primary" })}>
      {say("View the order")}
    </ShopLink>
    <ShopLink to={paths.home()} className={buttonLook()}>
      {say("Keep browsing")}
    </ShopLink>
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
  <Outcome icon={<Clock className="text-muted" />} title={say("The time to pay has run out")}>
    <p className="mb-4 text-muted">
      {say("We are looking whether order {number} was still paid. This page says so as soon as we know.", {
        number: order.number,
      })}
    </p>
    <ShopLink to={paths.order(order.id)} className={buttonLook()}>
      {say("View the order")}
    </ShopLink>
  </Outcome>
);

/** The order expired unpaid. */
export const Expired = ({ order }: { order: Order }) => (
  <Outcome icon={<Clock className="text-muted" />} title={say("The time to pay has run out")}>
    <p className="text-muted">
      {order.paid.amount > 0
        ? say("Order {number} was not paid in time. The payment that came later goes back to you.", {
            number: order.number,
          })
        : say(
            "Order {number} was not paid in time, and nothing was charged. Its items are back in your cart, as far as they are still sold.",
            { number: order.number },
          )}
    </p>
    <CartAndOrderLinks order={order} />
  </Outcome>
);

/** The order was cancelled. */
export const Cancelled = ({ order }: { order: Order }) => (
  <Outcome
    icon={<CircleX className="text-muted" />}
    title={say("Order {number} was cancelled", { number: order.number })}
  >
    <p className="text-muted">{say("There is nothing to pay. What was paid before goes back to you.")}</p>
    <CartAndOrderLinks order={order} />
  </Outcome>
);

const CartAndOrderLinks = ({ order }: { order: Order }) => (
  <div className="mt-6 flex flex-wrap justify-center gap-3">
    <ShopLink to={paths.cart()} className={buttonLook({ look: "primary" })}>
      {say("Go to the cart")}
    </ShopLink>
    <ShopLink to={paths.order(order.id)} className={buttonLook()}>
      {say("View the order")}
    </ShopLink>
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

import { Clock } from "lucide-react";
import { Suspense, useCallback, useState } from "react";
import { useNavigate } from "react-router";
import type { Order } from "#contract/orders/orders.ts";
import type { Payment, PaymentMethod } from "#contract/payments.ts";
import { useEditOrder, usePay } from "#web/checkout/checkout.queries.ts";
import { reopenDraft } from "#web/checkout/draft.ts";
import { announceTimeLeft, formatTimeLeft } from "#web/checkout/time-left.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { paths } from "#web/paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { sayWith } from "#web/ui/text/say-with.ts";
import { say } from "#words/say.ts";
import { PaymentMethods } from "./payment-methods.tsx";
import type { PaymentStage } from "./payment-stage.ts";

const CardStep = lazyComponent(() => import("./card-step.tsx").then((part) => part.CardStep));
const TransferStep = lazyComponent(() => import("./bank-transfer.tsx").then((part) => part.BankTransfer));

type Props = {
  order: Order;
  payment: Payment | null;
  stage: PaymentStage;
  timeLeft: number | null;
  isDemo: boolean;
  methods: PaymentMethod[];
};

/** Payment of an order: amount, time left and method. */
export function PaymentPanel({ order, payment, stage, timeLeft, isDemo, methods }: Props) {
  const pay = usePay(order.id);
  const [confirming, setConfirming] = useState<string>();
  const id = payment?.payment_id;
  const onAsking = useCallback((isAsking: boolean) => setConfirming(isAsking ? id : undefined), [id]);
  // A running card payment continues when the deadline passes.
  const isAsking = payment?.status === "requires_action" && confirming === id;
  // Of a card that Stripe has accepted, only the question how the payment ended can fail.
  const problem = pay.begin.error ?? (payment?.provider === "stripe" ? null : pay.confirm.error);
  return (
    <div className="grid gap-6">
      <PaymentHeader
        order={order}
        timeLeft={timeLeft}
        isTransfer={stage !== "choose" && payment?.provider === "bank"}
      />
      <div role="alert" className="empty:hidden">
        {problem && problem.code !== "order_state" ? (
          <Banner ref={scrollIntoView} tone="danger" title={say("Your payment wasn't processed")}>
            {problem.message}
            {problem.status === 0 && ` ${say("When you're back online, try again. You won't be charged twice.")}`}
          </Banner>
        ) : (
          payment?.status === "failed" && (
            <Banner
              key={payment.payment_id}
              ref={scrollIntoView}
              tone="danger"
              title={say("Your payment was declined")}
            >
              {payment.failure_message ?? say("The payment provider didn't give a reason.")}{" "}
              {say("You haven't been charged, and your items are still reserved. You can try again.")}
            </Banner>
          )
        )}
      </div>
      {stage === "processing" && !isAsking ? (
        <PaymentInProgress order={order} isLate={payment?.status === "requires_action"} />
      ) : (
        <PaymentStep
          order={order}
          payment={stage === "choose" ? null : payment}
          pay={pay}
          isDemo={isDemo}
          methods={methods}
          isAsking={isAsking}
          onAsking={onAsking}
        />
      )}
      <EditOrCancel order={order} canEdit={order.from_cart && stage !== "processing" && !isAsking} />
    </div>
  );
}

/** Editing cancels the order: its items return to the cart, and the checkout has what was typed. */
function EditOrCancel({ order, canEdit }: { order: Order; canEdit: boolean }) {
  const navigate = useNavigate();
  const page = paths.payment(order.id);
  const edit = useEditOrder(() => {
    reopenDraft();
    // Who has gone on meanwhile stays there. This panel may be gone already, as the order is known to be cancelled.
    if (window.location.pathname === page) void navigate(paths.checkout(), { replace: true });
  });
  return (
    <p className="text-center text-sm text-muted">
      {canEdit && (
        <>
          {sayWith("{edit} to change your address, delivery or cart.", {
            edit: (
              <Button look="link" busy={edit.isPending} onClick={() => edit.mutate(order.id)}>
                {say("Edit details")}
              </Button>
            ),
          })}{" "}
        </>
      )}
      {sayWith("Changed your mind? {look} to cancel it.", {
        look: (
          <ShopLink to={paths.order(order.id)} className="text-link underline underline-offset-4">
            {say("View your order")}
          </ShopLink>
        ),
      })}
    </p>
  );
}

/** On phones it is far above the pressed button. */
const scrollIntoView = (notice: Element | null) => notice?.scrollIntoView({ block: "nearest" });

type StepProps = Pick<Props, "order" | "payment" | "isDemo" | "methods"> & {
  pay: ReturnType<typeof usePay>;
  /** Whether Stripe is confirming this payment or has accepted it: another one would be paid twice. */
  isAsking: boolean;
  onAsking: (isAsking: boolean) => void;
};

/** The current payment step, or the choice of a method. */
function PaymentStep({ order, payment, pay, isDemo, methods, isAsking, onAsking }: StepProps) {
  const [timeLeft, setLeft] = useState<string>();
  if (!payment || payment.payment_id === timeLeft)
    return <PaymentMethods order={order} begin={pay.begin} isDemo={isDemo} methods={methods} />;
  const otherWay = (
    <Button look="ghost" onClick={() => setLeft(payment.payment_id)}>
      {say("Choose another payment method")}
    </Button>
  );
  if (payment.provider === "demo") return <DemoConfirmation payment={payment} confirm={pay.confirm} />;
  const key = methods.find(({ provider }) => provider === "stripe")?.client.publishable_key;
  return (
    <Suspense fallback={<Skeleton className="h-80 rounded-lg" />}>
      {payment.provider === "bank" ? (
        <TransferStep payment={payment} until={order.expires_at} />
      ) : (
        <CardStep
          key={payment.payment_id}
          payment={payment}
          publishableKey={key}
          confirm={pay.confirm}
          onAsking={onAsking}
        />
      )}
      {!isAsking && <div className="grid justify-center">{otherWay}</div>}
    </Suspense>
  );
}

type HeaderProps = { order: Order; timeLeft: number | null; isTransfer: boolean };

const PaymentHeader = ({ order, timeLeft, isTransfer }: HeaderProps) => (
  <header className="grid gap-5">
    <h1 className="text-title">
      {isTransfer
        ? say("We've received order {number}", { number: order.number })
        : say("Pay order {number}", { number: order.number })}
    </h1>
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-hairline bg-surface p-5">
      <p>
        <span className="block text-sm text-muted">{say("Amount due")}</span>
        <span className="text-2xl font-semibold tabular-nums">{formatMoney(order.totals.due)}</span>
      </p>
      {timeLeft !== null && timeLeft > 0 && (
        <p className="flex items-center gap-2 text-sm">
          <Clock className="size-4 text-muted" />
          <span aria-hidden="true" className="tabular-nums">
            {sayWith("Reserved for {time}", {
              time: <strong className="font-semibold">{formatTimeLeft(timeLeft)}</strong>,
            })}
          </span>
          <span className="sr-only" role="status">
            {announceTimeLeft(timeLeft)}
          </span>
        </p>
      )}
    </div>
  </header>
);

/** `isLate`: the deadline has passed and the provider is asked whether it was paid. */
const PaymentInProgress = ({ order: { number }, isLate }: { order: Order; isLate: boolean }) => (
  <Card className="grid justify-items-center gap-3 py-10 text-center">
    <Spinner className="text-2xl text-link" />
    <p role="status" className="text-lg font-semibold">
      {isLate ? say("The payment time has expired") : say("Processing your payment")}
    </p>
    <p className="max-w-md text-muted">
      {isLate
        ? say("We're checking whether order {number} was paid in time. This page updates automatically.", { number })
        : say(
            "This takes a few seconds. You can leave this page. We'll confirm order {number} when the " +
              "payment succeeds, and you won't be charged twice.",
            { number },
          )}
    </p>
  </Card>
);

type Confirm = ReturnType<typeof usePay>["confirm"];

/** The demo bank's confirmation page. */
function DemoConfirmation({ payment, confirm }: { payment: Payment; confirm: Confirm }) {
  const answer = (approve: boolean) => confirm.mutate({ token: payment.client.token ?? "", approve });
  const busyWith = (approve: boolean) => confirm.isPending && confirm.variables?.approve === approve;
  return (
    <Card className="grid gap-5">
      <div className="grid gap-1">
        <h2 className="text-xl">{say("Confirm payment")}</h2>
        <p className="text-muted">
          {sayWith("The demo bank asks you to confirm a payment of {amount}.", {
            amount: <strong className="font-semibold text-ink">{formatMoney(payment.amount)}</strong>,
          })}
        </p>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button
          look="primary"
          size="large"
          busy={busyWith(true)}
          disabled={busyWith(false)}
          onClick={() => answer(true)}
        >
          {say("Confirm")}
        </Button>
        <Button size="large" busy={busyWith(false)} disabled={busyWith(true)} onClick={() => answer(false)}>
          {say("Reject")}
        </Button>
      </div>
    </Card>
  );
}

import type { ReactNode } from "react";
import type { Order } from "#contract/orders.ts";
import type { Return } from "#contract/returns.ts";
import { Button } from "#web/ui/button.tsx";
import { CardSection } from "#web/ui/card.tsx";
import { formatDay } from "#web/ui/date-format.ts";
import { closeDialog, openDialog } from "#web/ui/dialog-store.ts";
import { lazyPart } from "#web/ui/lazy.tsx";
import { formatMoney } from "#web/ui/money-format.ts";
import { toast } from "#web/ui/toast-store.ts";
import { say, shopLocale, shopNumber } from "#words/say.ts";
import { StateBadge } from "./order-badges.tsx";
import { useReturnMove, useReturns } from "./orders.queries.ts";
import { reasonWords, returnWords } from "./return-reasons.ts";

const ReceiveForm = lazyPart(() => import("./receive-form.tsx").then((part) => part.ReceiveForm));
const WordsForm = lazyPart(() => import("./words-form.tsx").then((part) => part.WordsForm));

type Props = { order: Order; desk?: (one: Return) => ReactNode };

/** What of an order is sent back and how far that is. `desk` may offer something for each. */
export function Returns({ order, desk }: Props) {
  const { data = [] } = useReturns(order);
  if (data.length === 0) return null;
  return (
    <CardSection title={say("Returns")}>
      <ul aria-label={say("Returns")} className="grid gap-5">
        {data.map((one) => (
          <li key={one.id} className="grid gap-2 text-sm">
            <ReturnFacts one={one} />
            {desk?.(one)}
          </li>
        ))}
      </ul>
    </CardSection>
  );
}

function ReturnFacts({ one }: { one: Return }) {
  const locale = shopLocale();
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {say("Return {number}", { number: one.number })} <StateBadge said={returnWords[one.status]} />
      </p>
      <p className="text-muted">{say("Asked for on {date}", { date: formatDay(one.requested_at, locale) })}</p>
      {one.items.map((item) => (
        <p key={item.order_item_id}>
          <bdi>{`${shopNumber(item.quantity)} × ${item.name}`}</bdi>{" "}
          <span className="text-muted">· {say(reasonWords[item.reason_code])}</span>
        </p>
      ))}
      {one.note && <p className="whitespace-pre-line text-muted">“{one.note}”</p>}
      {one.answer && <p className="whitespace-pre-line">{say("Our answer: {answer}", { answer: one.answer })}</p>}
      {one.refund && one.refund.amount > 0 && (
        <p>{say("{amount} refunded", { amount: formatMoney(one.refund, locale) })}</p>
      )}
    </div>
  );
}

/** The moves a return's state allows. */
export function ReturnDesk({ order, one }: { order: Order; one: Return }) {
  const move = useReturnMove(order.id);
  const params = { id: one.id };
  const done = (title: string) => ({
    onSuccess: () => toast({ tone: "success", title }),
    onError: ({ message }: { message: string }) => toast({ tone: "danger", title: message }),
  });
  const approve = () =>
    move.mutate(
      { route: "POST /returns/:id/approve", args: { params, body: {} } },
      done(say("The customer is told to send it")),
    );
  const { reject, close } = endings(one, (route, answer) =>
    move.mutate({ route, args: { params, body: { answer } } }, done(say("The customer is told"))),
  );
  const unpack = () =>
    openDialog({
      title: say("Return {number} has arrived", { number: one.number }),
      content: <ReceiveForm order={order} asked={one} />,
    });
  if (one.status === "requested")
    return (
      <div className="flex flex-wrap gap-2">
        <Button size="small" look="primary" busy={move.isPending} onClick={approve}>
          {say("Approve return {number}", { number: one.number })}
        </Button>
        <Button size="small" look="ghost" disabled={move.isPending} onClick={reject}>
          {say("Reject")}
        </Button>
      </div>
    );
  if (one.status !== "approved") return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" look="primary" disabled={move.isPending} onClick={unpack}>
        {say("Unpack return {number}", { number: one.number })}
      </Button>
      <Button size="small" look="ghost" disabled={move.isPending} onClick={close}>
        {say("Close return {number}", { number: one.number })}
      </Button>
    </div>
  );
}

type Ending = "POST /returns/:id/reject" | "POST /returns/:id/close";

/** Asks why a return ends before it arrived, in words its customer reads. */
function endings(one: Return, end: (route: Ending, answer: string) => void) {
  const askWhy = (title: string, action: string, route: Ending) =>
    openDialog({
      title,
      content: (
        <WordsForm
          label={say("Why")}
          hint={say("The customer reads this.")}
          action={action}
          maxLength={1000}
          onDone={(answer) => {
            closeDialog();
            end(route, answer);
          }}
        />
      ),
    });
  return {
    reject: () =>
      askWhy(say("Reject return {number}", { number: one.number }), say("Reject"), "POST /returns/:id/reject"),
    close: () =>
      askWhy(say("Close return {number}", { number: one.number }), say("Close the return"), "POST /returns/:id/close"),
  };
}

import type { Return } from "#contract/orders/returns.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { useReturnAction } from "#web/orders/orders.queries.ts";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";

const ReceiveForm = lazyComponent(() => import("./receive-return-form.tsx").then((part) => part.ReceiveReturnForm));
const ReasonForm = lazyComponent(() => import("#web/ui/forms/reason-form.tsx").then((part) => part.ReasonForm));

/** The actions a return allows. */
export function ReturnActions({ one }: { one: Return }) {
  const action = useReturnAction(one.order_id);
  const params = { id: one.id };
  const done = (title: string) => ({ onSuccess: () => toast({ tone: "success", title }) });
  const approve = () =>
    action.mutate(
      { route: "POST /returns/:id/approve", args: { params, body: {} } },
      { ...done("Return approved. The customer is notified."), onError: toastProblem() },
    );
  const { reject, close } = endActions(one, (route, answer) =>
    action.mutateAsync({ route, args: { params, body: { answer } } }, done("The customer is notified.")),
  );
  const openReceiveForm = () =>
    openDialog({ title: `Receive return ${one.number}`, content: <ReceiveForm request={one} /> });
  if (one.status === "requested")
    return (
      <div className="flex flex-wrap gap-2">
        <Button size="small" look="primary" busy={action.isPending} onClick={approve}>
          Approve return {one.number}
        </Button>
        <Button writes size="small" look="ghost" disabled={action.isPending} onClick={reject}>
          Decline
        </Button>
      </div>
    );
  if (one.status !== "approved") return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" look="primary" disabled={action.isPending} onClick={openReceiveForm}>
        Receive return {one.number}
      </Button>
      <Button writes size="small" look="ghost" disabled={action.isPending} onClick={close}>
        Close return {one.number}
      </Button>
    </div>
  );
}

type EndRoute = "POST /returns/:id/reject" | "POST /returns/:id/close";

function endActions(one: Return, end: (route: EndRoute, answer: string) => Promise<unknown>) {
  const askWhy = (title: string, action: string, route: EndRoute) =>
    openDialog({
      title,
      content: (
        <ReasonForm
          label="Message to the customer"
          hint="The customer receives this by email."
          action={action}
          record={one.id}
          maxLength={1000}
          onDone={(answer) => end(route, answer)}
        />
      ),
    });
  return {
    reject: () => askWhy(`Decline return ${one.number}`, "Decline return", "POST /returns/:id/reject"),
    close: () => askWhy(`Close return ${one.number}`, "Close return", "POST /returns/:id/close"),
  };
}

import { BellRing } from "lucide-react";
import { useIsCustomer } from "#web/api/session/require-customer.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";
import { useCreateStockAlert, useDeleteStockAlert, useHasStockAlert } from "./back-in-stock.queries.ts";

const BackInStockForm = lazyComponent(() => import("./back-in-stock-form.tsx").then((part) => part.BackInStockForm));

type Props = {
  variationId: number;
  /** The product's name. */
  name: string;
  /** The options of the variation: "Navy / M". */
  options: string;
};

/** Back-in-stock alert: one press for customers, an email address for guests. */
export function BackInStockAlert({ variationId, name, options }: Props) {
  const isCustomer = useIsCustomer();
  const hasAlert = useHasStockAlert(variationId);
  const createAlert = useCreateStockAlert(variationId);
  const deleteAlert = useDeleteStockAlert(variationId);
  const showProblem = { onError: toastProblem() };
  const press = () => {
    if (!isCustomer)
      return openDialog({
        title: say("Get notified when {name} is back in stock", { name }),
        content: <BackInStockForm variationId={variationId} options={options} />,
      });
    createAlert.mutate(
      {},
      { ...showProblem, onSuccess: () => toast({ tone: "success", title: say("We'll email you when it's back") }) },
    );
  };
  if (hasAlert)
    return (
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-sm">
        <p role="status">{say("We'll email you when it's back.")}</p>
        <Button
          look="ghost"
          size="small"
          busy={deleteAlert.isPending}
          onClick={() => deleteAlert.mutate(undefined, showProblem)}
        >
          {say("Cancel alert")}
        </Button>
      </div>
    );
  return (
    <Button wide busy={createAlert.isPending} onClick={press}>
      <BellRing />
      {say("Email me when it's back")}
    </Button>
  );
}

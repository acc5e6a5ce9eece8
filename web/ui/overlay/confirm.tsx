import { Button } from "#web/ui/forms/button.tsx";
import { say } from "#words/say.ts";
import { openDialog, useCloseDialog } from "./dialog-store.ts";

type Confirmation = {
  title: string;
  /** The effects. */
  says: string;
  /** Label of the button: "Delete product". */
  action: string;
  /** Label of the other button, where "Cancel" could be misread: "Keep order". */
  dismiss?: string;
  danger?: boolean;
};

/** Asks for confirmation in a dialog. Resolves to whether it was confirmed. */
export const confirm = (confirmation: Confirmation) =>
  new Promise<boolean>((resolve) => {
    openDialog({
      title: confirmation.title,
      content: <Answer {...confirmation} onConfirm={() => resolve(true)} />,
      onClose: () => resolve(false),
    });
  });

function Answer({
  says,
  action,
  dismiss = say("Cancel"),
  danger,
  onConfirm,
}: Confirmation & { onConfirm: () => void }) {
  const closeDialog = useCloseDialog();
  const answer = () => {
    onConfirm();
    closeDialog();
  };
  return (
    <div className="grid gap-6">
      <p className="text-muted">{says}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={() => closeDialog("close-button")}>{dismiss}</Button>
        <Button look={danger ? "danger" : "primary"} onClick={answer}>
          {action}
        </Button>
      </div>
    </div>
  );
}

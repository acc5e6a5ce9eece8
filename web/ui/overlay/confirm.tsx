import { Button } from "#web/ui/forms/button.tsx";
import { say } from "#words/say.ts";
import { closeDialog, openDialog } from "./dialog-store.ts";

type Question = {
  title: string;
  /** What will happen, before it happens. */
  says: string;
  /** The verb on the button: "Delete product". */
  action: string;
  /** The button that changes nothing; "Cancel" unless that could be misread: "Keep order". */
  dismiss?: string;
  danger?: boolean;
};

/** Asks before something that cannot be undone. Resolves to true when confirmed, false when closed in any other way. */
export function confirm(question: Question) {
  return new Promise<boolean>((resolve) => {
    openDialog({
      title: question.title,
      content: <Answer {...question} onConfirm={() => (resolve(true), closeDialog())} />,
      onClose: () => resolve(false),
    });
  });
}

function Answer({ says, action, dismiss = say("Cancel"), danger, onConfirm }: Question & { onConfirm: () => void }) {
  return (
    <div className="grid gap-6">
      <p className="text-muted">{says}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={() => closeDialog("close-button")}>{dismiss}</Button>
        <Button look={danger ? "danger" : "primary"} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </div>
  );
}

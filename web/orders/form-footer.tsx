import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { closeDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";

/** The problem of a submitted form. */
export const FormProblem = ({ problem }: { problem: string | undefined }) =>
  problem && (
    <Banner tone="danger" role="alert">
      {problem}
    </Banner>
  );

type Props = { action: string; busy: boolean; disabled?: boolean; danger?: boolean; dismiss?: string };

/** The buttons of a dialog form; `dismiss` names the one that changes nothing. */
export const FormFooter = ({ action, busy, disabled = false, danger = false, dismiss = say("Cancel") }: Props) => (
  <div className="flex flex-wrap justify-end gap-3">
    <Button onClick={() => closeDialog("close-button")}>{dismiss}</Button>
    <Button type="submit" look={danger ? "danger" : "primary"} busy={busy} disabled={disabled}>
      {action}
    </Button>
  </div>
);

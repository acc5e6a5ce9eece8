import { Banner } from "#web/ui/feedback/banner.tsx";
import { closeDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";
import { Button } from "./button.tsx";

/** The problem of a submitted form, above its fields. */
export const FormProblem = ({ title, problem }: { title?: string; problem: string | undefined }) =>
  problem && (
    <Banner tone="danger" role="alert" title={title}>
      {problem}
    </Banner>
  );

type Props = { action: string; busy: boolean; disabled?: boolean; danger?: boolean; dismiss?: string };

/** The buttons of a form in a dialog; `dismiss` is the label of the one that closes it. */
export const FormFooter = ({ action, busy, disabled = false, danger = false, dismiss = say("Cancel") }: Props) => (
  <div className="flex flex-wrap justify-end gap-3">
    <Button onClick={() => closeDialog("close-button")}>{dismiss}</Button>
    <Button type="submit" look={danger ? "danger" : "primary"} busy={busy} disabled={disabled}>
      {action}
    </Button>
  </div>
);

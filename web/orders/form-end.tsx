import { Button } from "#web/ui/button.tsx";
import { closeDialog } from "#web/ui/dialog-store.ts";
import { Notice } from "#web/ui/notice.tsx";
import { say } from "#words/say.ts";

/** Why a form was not taken. */
export const Refused = ({ said }: { said: string | undefined }) =>
  said && (
    <Notice tone="danger" role="alert">
      {said}
    </Notice>
  );

type Props = { action: string; busy: boolean; disabled?: boolean; danger?: boolean };

/** The way out of a dialog, back or on. */
export const FormEnd = ({ action, busy, disabled = false, danger = false }: Props) => (
  <div className="flex flex-wrap justify-end gap-3">
    <Button onClick={() => closeDialog("close-button")}>{say("Back")}</Button>
    <Button type="submit" look={danger ? "danger" : "primary"} busy={busy} disabled={disabled}>
      {action}
    </Button>
  </div>
);

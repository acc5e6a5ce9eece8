import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { useCallForm } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import {
  administratorHint,
  noProof,
  type OwnerProof,
  OwnerProofFields,
  proofBody,
  proofErrors,
} from "./owner-proof-fields.tsx";

type Props = {
  /** What happens to the account. */
  says: string;
  action: string;
  danger?: boolean;
  send: (proof: Partial<OwnerProof>) => Promise<unknown>;
};

/** Confirms, in a dialog, a change of who is an administrator. */
export function AdministratorForm({ says, action, danger = false, send }: Props) {
  const closeDialog = useCloseDialog();
  const state = useCallForm<OwnerProof>({
    start: noProof,
    errorFields: ["password", "code"],
    errorCodes: proofErrors,
    send: async (fields) => {
      await send(proofBody(fields));
      closeDialog();
    },
  });
  return (
    <DialogForm state={state} action={action} danger={danger} unsaved={false}>
      <p className="text-muted">{says}</p>
      <OwnerProofFields form={state.form} hint={administratorHint} />
    </DialogForm>
  );
}

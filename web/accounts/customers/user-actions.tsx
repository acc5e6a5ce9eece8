import type { Customer } from "#contract/accounts/customers.ts";
import { useSession } from "#web/api/session/session.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import {
  blockConfirmation,
  demoteConfirmation,
  promoteConfirmation,
  unblockConfirmation,
} from "./user-confirmations.ts";
import { displayName } from "./user-labels.ts";
import { UserMenu } from "./user-menu.tsx";
import type { UserChange, useChangeUser } from "./users.queries.ts";

type Props = { user: Customer; change: ReturnType<typeof useChangeUser> };

/** Actions on an account; each asks for confirmation and can be undone. */
export function UserActions({ user, change }: Props) {
  const name = displayName(user);
  const isBlocked = user.account_status === "blocked";
  const isAdmin = user.role === "admin";
  const byAdmin = useSession(({ role }) => role === "admin");
  const confirmAndChange = async (
    question: Parameters<typeof confirm>[0],
    next: UserChange,
    before: UserChange,
    done: string,
  ) => {
    if (!(await confirm(question))) return;
    const undo = () => change.mutate(before, { onSuccess: () => toast({ tone: "success", title: "Undone" }) });
    const doneToast = { tone: "success", title: done, action: { label: "Undo", onClick: undo } } as const;
    change.mutate(next, { onSuccess: () => toast(doneToast) });
  };
  const [block, unblock] = [{ account_status: "blocked" }, { account_status: "active" }] as const;
  const [promote, demote] = [{ role: "admin" }, { role: "customer" }] as const;
  return (
    <div role="group" aria-label="Moves" className="flex flex-wrap gap-2">
      {/* A blocked account must be unblocked before its role can change; that of staff changes in the settings. */}
      {!isBlocked && byAdmin && user.role !== "staff" && (
        <Button
          writes
          size="small"
          busy={change.isPending}
          onClick={() =>
            void (isAdmin
              ? confirmAndChange(demoteConfirmation(name), demote, promote, `${name} is now a customer`)
              : confirmAndChange(promoteConfirmation(name), promote, demote, `${name} is now an administrator`))
          }
        >
          {isAdmin ? "Make customer" : "Make administrator"}
        </Button>
      )}
      <Button
        writes
        size="small"
        look={isBlocked ? "primary" : "secondary"}
        busy={change.isPending}
        onClick={() =>
          void (isBlocked
            ? confirmAndChange(unblockConfirmation(name), unblock, block, `${name} is unblocked`)
            : confirmAndChange(blockConfirmation(name), block, unblock, `${name} is blocked`))
        }
      >
        {isBlocked ? "Unblock" : "Block"}
      </Button>
      <UserMenu user={user} />
    </div>
  );
}

import type { Customer } from "#contract/customers.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import {
  blockConfirmation,
  demoteConfirmation,
  promoteConfirmation,
  unblockConfirmation,
} from "./user-confirmations.ts";
import { displayName } from "./user-labels.ts";
import type { UserChange, useChangeUser } from "./users.queries.ts";

type Props = { user: Customer; move: ReturnType<typeof useChangeUser> };

/** Actions on an account; each asks for confirmation and can be undone. */
export function UserActions({ user, move }: Props) {
  const name = displayName(user);
  const isBlocked = user.account_status === "blocked";
  const isAdmin = user.role === "admin";
  const go = async (question: Parameters<typeof confirm>[0], wanted: UserChange, before: UserChange, done: string) => {
    if (!(await confirm(question))) return;
    const undo = () => move.mutate(before, { onSuccess: () => toast({ tone: "success", title: "Undone" }) });
    const said = { tone: "success", title: done, action: { label: "Undo", onClick: undo } } as const;
    move.mutate(wanted, { onSuccess: () => toast(said) });
  };
  const [block, unblock] = [{ account_status: "blocked" }, { account_status: "active" }] as const;
  const [promote, demote] = [{ role: "admin" }, { role: "customer" }] as const;
  return (
    <div role="group" aria-label="Moves" className="flex flex-wrap gap-2">
      {/* A blocked account must be unblocked before its role can change. */}
      {!isBlocked && (
        <Button
          size="small"
          busy={move.isPending}
          onClick={() =>
            void (isAdmin
              ? go(demoteConfirmation(name), demote, promote, `${name} is a customer now`)
              : go(promoteConfirmation(name), promote, demote, `${name} is an administrator now`))
          }
        >
          {isAdmin ? "Make customer" : "Make administrator"}
        </Button>
      )}
      <Button
        size="small"
        look={isBlocked ? "primary" : "secondary"}
        busy={move.isPending}
        onClick={() =>
          void (isBlocked
            ? go(unblockConfirmation(name), unblock, block, `${name} is unblocked`)
            : go(blockConfirmation(name), block, unblock, `${name} is blocked`))
        }
      >
        {isBlocked ? "Unblock" : "Block"}
      </Button>
    </div>
  );
}

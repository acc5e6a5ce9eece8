import type { Customer } from "#contract/customers.ts";
import { Button } from "#web/ui/button.tsx";
import { confirmFirst } from "#web/ui/confirm.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { blocking, demoting, promoting, unblocking } from "./user-questions.ts";
import { nameOf } from "./user-words.ts";
import type { Standing, useStanding } from "./users.queries.ts";

type Props = { user: Customer; move: ReturnType<typeof useStanding> };

/** What can be done with somebody's account. Each asks first, and can be undone. */
export function UserMoves({ user, move }: Props) {
  const name = nameOf(user);
  const isBlocked = user.account_status === "blocked";
  const isAdmin = user.role === "admin";
  const go = async (question: Parameters<typeof confirmFirst>[0], wanted: Standing, before: Standing, done: string) => {
    if (!(await confirmFirst(question))) return;
    const undo = () => move.mutate(before, { onSuccess: () => toast({ tone: "success", title: "Undone" }) });
    const said = { tone: "success", title: done, action: { label: "Undo", onClick: undo } } as const;
    move.mutate(wanted, { onSuccess: () => toast(said) });
  };
  const [block, unblock] = [{ account_status: "blocked" }, { account_status: "active" }] as const;
  const [promote, demote] = [{ role: "admin" }, { role: "customer" }] as const;
  return (
    <div role="group" aria-label="Moves" className="flex flex-wrap gap-2">
      {/* Whoever is shut out is let in first: what they may do then is another question. */}
      {!isBlocked && (
        <Button
          size="small"
          busy={move.isPending}
          onClick={() =>
            void (isAdmin
              ? go(demoting(name), demote, promote, `${name} is a customer now`)
              : go(promoting(name), promote, demote, `${name} is an administrator now`))
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
            ? go(unblocking(name), unblock, block, `${name} is unblocked`)
            : go(blocking(name), block, unblock, `${name} is blocked`))
        }
      >
        {isBlocked ? "Unblock" : "Block"}
      </Button>
    </div>
  );
}

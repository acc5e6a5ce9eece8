import type { RefObject } from "react";
import type { Customer, CustomerUpdateOutcome, SettableStatus } from "#contract/accounts/customers.ts";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { blockConfirmation, unblockConfirmation } from "./user-confirmations.ts";
import { displayName } from "./user-labels.ts";
import type { useChangeUsers } from "./users.queries.ts";
import { type AllUsers, UsersTagButtons } from "./users-tag-buttons.tsx";

/** The accounts that were not changed, with reasons. */
export type BulkProblem = { title: string; reasons: string[] };

type Props = {
  selected: Customer[];
  /** All users that match the filters, if the whole page is selected and there are more. */
  all: AllUsers | undefined;
  /** The checkbox that selects the page, which gets the focus when the bar is gone. */
  allBox: RefObject<HTMLInputElement | null>;
  change: ReturnType<typeof useChangeUsers>;
  /** Called after each attempt; null when all succeeded. */
  onDone: (problem: BulkProblem | null) => void;
  onClear: () => void;
};

export function UsersBulkBar({ selected, all, allBox, change, onDone, onClear }: Props) {
  const [free, blocked] = [selected.filter((user) => !isBlocked(user)), selected.filter(isBlocked)];
  const set = (users: Customer[], account_status: SettableStatus) => {
    const names = new Map(users.map((user) => [user.id, displayName(user)]));
    change.mutate(
      { ids: [...names.keys()], account_status },
      {
        onSuccess: ({ data }) => {
          const done = data.filter(({ customer }) => customer).map(({ id }) => id);
          if (done.length > 0) toast({ ...doneToast(done, names, account_status), ...undo(done, account_status) });
          onDone(findProblems(data, names, account_status));
        },
        onError: ({ message }) => onDone({ title: `No customers were ${verbs[account_status]}`, reasons: [message] }),
      },
    );
  };
  const undo = (ids: number[], done: SettableStatus) => {
    const before = done === "blocked" ? "active" : "blocked";
    const onClick = () => change.mutate({ ids, account_status: before }, { onError: toastProblem("Couldn't undo") });
    return { action: { label: "Undo", onClick } };
  };
  const ask = async (users: Customer[], wanted: SettableStatus) => {
    const named = users.length === 1 && users[0] ? displayName(users[0]) : `${users.length} accounts`;
    if (await confirm((wanted === "blocked" ? blockConfirmation : unblockConfirmation)(named, users.length)))
      set(users, wanted);
  };
  return (
    <div role="group" aria-label="Selected customers" className={bar}>
      <p role="status" className="me-2 text-sm font-medium whitespace-nowrap tabular-nums empty:hidden">
        {selected.length > 0 && `${selected.length} selected`}
      </p>
      {free.length > 0 && (
        <Button writes size="small" busy={change.isPending} onClick={() => void ask(free, "blocked")}>
          {blocked.length > 0 ? `Block ${free.length}` : "Block"}
        </Button>
      )}
      {blocked.length > 0 && (
        <Button writes size="small" busy={change.isPending} onClick={() => void ask(blocked, "active")}>
          {free.length > 0 ? `Unblock ${blocked.length}` : "Unblock"}
        </Button>
      )}
      {selected.length > 0 && (
        <>
          <UsersTagButtons ids={selected.map(({ id }) => id)} all={all} allBox={allBox} onDone={() => onDone(null)} />
          <Button size="small" look="ghost" disabled={change.isPending} onClick={onClear}>
            Clear
          </Button>
        </>
      )}
    </div>
  );
}

const isBlocked = ({ account_status }: Customer) => account_status === "blocked";
const verbs: Record<SettableStatus, string> = { blocked: "blocked", active: "unblocked" };

function doneToast(done: number[], names: Map<number, string>, account_status: SettableStatus) {
  const who = done.length === 1 ? `${names.get(done[0] ?? 0)} is` : `${done.length} accounts are`;
  return { tone: "success" as const, title: `${who} ${verbs[account_status]}` };
}

function findProblems(
  outcomes: CustomerUpdateOutcome[],
  names: Map<number, string>,
  account_status: SettableStatus,
): BulkProblem | null {
  const reasons = outcomes.flatMap(({ id, problem }) => (problem ? [`${names.get(id)}: ${problem.message}`] : []));
  if (reasons.length === 0) return null;
  return { title: `${reasons.length} of ${outcomes.length} not ${verbs[account_status]}`, reasons };
}

const bar =
  "sticky bottom-4 z-10 mx-auto flex max-w-full flex-wrap items-center justify-center gap-2 rounded-lg " +
  "border border-hairline bg-raised px-4 py-2.5 shadow not-has-[button]:sr-only";

import { type RefObject, useId } from "react";
import {
  type AccountSelection,
  type CustomerFilters,
  maxCustomerTags,
  type TagChange,
  type TagEdit,
} from "#contract/accounts/customers.ts";
import { call } from "#web/api/call.ts";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { Checkbox, TextField } from "#web/ui/forms/fields/field.tsx";
import { notBlank, registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { openDialog, useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { formatShopNumber } from "#words/say.ts";
import { refreshUsers, useCustomerTags } from "./users.queries.ts";

/** All users that match the filters of the list. */
/** `hasMore`: they are more than `total`, up to which they are counted. */
export type AllUsers = { total: number; hasMore: boolean; filters: CustomerFilters };

type Props = {
  /** The selected users. */
  ids: number[];
  /** Undefined if there are no more than the selected ones. */
  all: AllUsers | undefined;
  onDone: () => void;
};

type ButtonsProps = Props & {
  /** Gets the focus if the buttons are gone. */
  allBox: RefObject<HTMLInputElement | null>;
};

/** Buttons that add a tag to the selected users or to all that match the filters, or remove it. */
export const UsersTagButtons = ({ allBox, ...props }: ButtonsProps) =>
  (["add", "remove"] as const).map((action) => (
    <Button
      key={action}
      writes
      size="small"
      onClick={({ currentTarget: button }) =>
        openDialog({
          title: labels[action],
          content: <TagForm action={action} {...props} />,
          finalFocus: () => (button.isConnected ? button : allBox.current),
        })
      }
    >
      {labels[action]}
    </Button>
  ));

const labels: Record<TagChange["action"], string> = { add: "Add tag", remove: "Remove tag" };

function TagForm({ action, ids, all, onDone }: Props & { action: TagChange["action"] }) {
  const closeDialog = useCloseDialog();
  const suggestions = useId();
  const tags = useCustomerTags().data ?? [];
  const state = useCallForm({
    start: { name: "", everyone: false },
    errorFields: ["name"],
    send: async ({ name, everyone }) => {
      const accounts: AccountSelection = everyone && all ? { filters: all.filters } : { ids };
      const { data } = await call("POST /customers/tags", { body: { action, name, accounts } });
      closeDialog();
      onDone();
      refreshUsers();
      toast(doneToast(data, () => void undo(data.id)));
    },
  });
  const undo = (id: number) =>
    call("POST /customers/tags/:id/undo", { params: { id } })
      .then(() => toast({ tone: "success", title: "Undone" }))
      .catch(toastProblem("Couldn't undo"))
      .then(() => refreshUsers());
  return (
    <DialogForm state={state} action={labels[action]} record={ids.join()}>
      <TextField
        label="Tag"
        maxLength={40}
        list={suggestions}
        {...registerField(state.form, "name", notBlank("Tag required"))}
      />
      <datalist id={suggestions}>
        {tags.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {all && (
        <Checkbox
          label={`Apply to all ${countUsers(all.total, all.hasMore)} in this list`}
          {...state.form.register("everyone")}
        />
      )}
    </DialogForm>
  );
}

function doneToast({ action, name, changed, over_limit }: TagEdit, undo: () => void) {
  const done = action === "add" ? "added to" : "removed from";
  return {
    tone: changed > 0 ? ("success" as const) : ("neutral" as const),
    title: changed > 0 ? `Tag ${name} ${done} ${countUsers(changed)}` : "No customers changed",
    ...(over_limit > 0 ? { description: `${countUsers(over_limit)} with ${maxCustomerTags} tags skipped.` } : {}),
    ...(changed > 0 ? { action: { label: "Undo", onClick: undo } } : {}),
  };
}

const countUsers = (count: number, hasMore = false) =>
  count === 1 ? "1 customer" : `${formatShopNumber(count)}${hasMore ? "+" : ""} customers`;

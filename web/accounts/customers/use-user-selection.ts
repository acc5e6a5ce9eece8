import { useState } from "react";
import type { Customer } from "#contract/accounts/customers.ts";
import { canBeChanged } from "./user-labels.ts";

export interface UserSelection {
  /** The selected users. */
  users: Customer[];
  /** Users that can be selected. */
  selectable: Customer[];
  toggle: (id: number) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** The selected rows; `list` identifies the listed page, and another page starts empty. */
export function useUserSelection(list: string, listed: Customer[], ownId: number | undefined): UserSelection {
  const [selection, setSelection] = useState<{ list: string; ids: number[] }>({ list, ids: [] });
  const ids = new Set(selection.list === list ? selection.ids : []);
  const tickable = listed.filter((user) => canBeChanged(user, ownId));
  const users = tickable.filter(({ id }) => ids.has(id));
  const select = (wanted: number[]) => setSelection({ list, ids: wanted });
  return {
    users,
    selectable: tickable,
    toggle: (id) => select(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]),
    toggleAll: () => select(users.length === tickable.length ? [] : tickable.map(({ id }) => id)),
    clear: () => select([]),
  };
}

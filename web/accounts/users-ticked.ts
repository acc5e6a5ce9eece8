import { useState } from "react";
import type { Customer } from "#contract/customers.ts";
import { canBeMoved } from "./user-words.ts";

export interface Ticked {
  /** The ticked ones, as they stand now. */
  users: Customer[];
  /** Those that can be. */
  tickable: Customer[];
  toggle: (id: number) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** Which rows of a list are ticked. `list` names what is listed: another page or filter begins with none. */
export function useTicked(list: string, listed: Customer[], ownId: number | undefined): Ticked {
  const [held, setHeld] = useState<{ list: string; ids: number[] }>({ list, ids: [] });
  const ids = new Set(held.list === list ? held.ids : []);
  const tickable = listed.filter((user) => canBeMoved(user, ownId));
  const users = tickable.filter(({ id }) => ids.has(id));
  const hold = (wanted: number[]) => setHeld({ list, ids: wanted });
  return {
    users,
    tickable,
    toggle: (id) => hold(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]),
    toggleAll: () => hold(users.length === tickable.length ? [] : tickable.map(({ id }) => id)),
    clear: () => hold([]),
  };
}

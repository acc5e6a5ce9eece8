import { type ApiRoute, api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { ChangeRow } from "./audit.sql.ts";

export interface Undo {
  /** The call that undoes it. */
  call: ApiRoute;
  /** For how long. A day needs an undo call that has stored what was before. */
  within: "half_hour" | "day";
}

/** The call that undoes the write of an entry, as its endpoint declares; undefined if there is none. */
export function findUndo({ action }: Pick<ChangeRow, "action">): Undo | undefined {
  const declared = action in api ? (api[action as ApiRoute] as Endpoint).undo : undefined;
  if (typeof declared !== "object" || !("call" in declared)) return undefined;
  return { call: declared.call as ApiRoute, within: declared.within ?? "half_hour" };
}

import { useQueryClient } from "@tanstack/react-query";
import { useLiveChange } from "#web/api/live-updates.ts";
import { refreshUsers } from "./users.queries.ts";

/** Refetches accounts when the socket reports a change. For administrators. */
export function useLiveUsers() {
  const client = useQueryClient();
  useLiveChange(
    ({ user_summary }) => user_summary?.seq,
    () => refreshUsers(client),
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { useMoved } from "#web/api/live-news.ts";
import { refreshUsers } from "./users.queries.ts";

/** Refetches accounts when the socket reports a change. For administrators. */
export function useLiveUsers() {
  const client = useQueryClient();
  useMoved(
    ({ user_summary }) => user_summary?.seq,
    () => refreshUsers(client),
  );
}

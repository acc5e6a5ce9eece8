import { useQueryClient } from "@tanstack/react-query";
import { useMoved } from "#web/api/live-news.ts";
import { refreshUsers } from "./users.queries.ts";

/** Asks anew for what is shown of accounts whenever the live line says that somebody came or changed. For administrators. */
export function useUsersNews() {
  const client = useQueryClient();
  useMoved(
    ({ user_summary }) => user_summary?.seq,
    () => refreshUsers(client),
  );
}

import { useQuery } from "@tanstack/react-query";
import { query } from "#web/api/call.ts";
import { useLive } from "#web/api/live-store.ts";
import { useSession } from "#web/api/session/session.ts";

/** Counts for the badges, 0 until loaded; unread notifications are live. */
export function useAccountCounts() {
  const signedIn = useSession(({ status }) => status === "in");
  const { data } = useQuery({ ...query("GET /account/counts", {}), enabled: signedIn });
  const live = useLive(({ notification_summary }) => notification_summary?.unread);
  return { orders: data?.orders ?? 0, wishlist: data?.wishlist ?? 0, notifications: live ?? data?.notifications ?? 0 };
}

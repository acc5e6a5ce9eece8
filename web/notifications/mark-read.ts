import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Notification } from "#contract/notifications.ts";
import { call, query } from "#web/api/call.ts";
import { emitLive } from "#web/api/live-store.ts";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";

export const perPage = 20;
export const notifications = (page: number) => query("GET /notifications", { query: { page, per_page: perPage } });

/** Marks one (its id) or all (no id) as read: optimistic, over the socket or else by a call. */
export function useMarkRead(page: number) {
  const client = useQueryClient();
  const key = notifications(page).queryKey;
  return useMutation({
    mutationFn: async (id?: number) => {
      if (id === undefined)
        return (await emitLive("mark_all_notifications_read")) || call("POST /notifications/read-all", { body: {} });
      return (
        (await emitLive("read_notification", { notification_id: id })) ||
        call("POST /notifications/:id/read", { params: { id } })
      );
    },
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: key });
      client.setQueryData(
        key,
        (shown) => shown && { ...shown, data: markRead(shown.data, id, new Date().toISOString()) },
      );
    },
    onError: toastProblem(),
    onSettled: () => {
      const stale = /^GET \/(notifications|account\/counts)/;
      return client.invalidateQueries({ predicate: ({ queryKey }) => stale.test(String(queryKey[0])) });
    },
  });
}

/** The list after marking one, or all, as read. */
export const markRead = (list: Notification[], id: number | undefined, now: string): Notification[] =>
  list.map((one) =>
    one.read_at === null && (id === undefined || id === one.notification_id) ? { ...one, read_at: now } : one,
  );

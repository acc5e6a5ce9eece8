import { useMutation, useQuery } from "@tanstack/react-query";
import { alertTypes } from "#contract/notifications.ts";
import { call, invalidate, pageQuery } from "#web/api/call.ts";
import { emitLive, useLive } from "#web/api/live-store.ts";
import { countUnread } from "#web/api/live-updates.ts";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";

/** Unread alerts; live. */
export const useUnreadAlerts = () =>
  useLive(({ notification_summary }) =>
    alertTypes.reduce((sum, type) => sum + countUnread(notification_summary, type), 0),
  );

/** A page of the alerts, newest first; refetched when the socket reports a notification. */
export const useAlerts = (page: number, perPage: number) =>
  useQuery(pageQuery("GET /notifications", { query: { type: [...alertTypes], page, per_page: perPage } }));

/** Marks one alert (its id) or all of them as read. */
export const useReadAlerts = () =>
  useMutation({
    mutationFn: async (id: number | undefined) => {
      if (id === undefined) return call("POST /notifications/read-all", { body: { type: [...alertTypes] } });
      return (
        (await emitLive("read_notification", { notification_id: id })) ||
        call("POST /notifications/:id/read", { params: { id } })
      );
    },
    onError: toastProblem(),
    onSettled: () => invalidate("GET /notifications"),
  });

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onUserChange, useSession } from "#web/api/session/session.ts";
import { cartKey } from "./cart.queries.ts";
import { ensureGuestCart, forgetGuest, hasGuestId } from "./guest.ts";

/** Starts a guest cart when signed out and refetches after signing in. Mount it once. */
export function useCartSession() {
  const client = useQueryClient();
  const status = useSession((session) => session.status);
  useEffect(() => {
    if (status === "out")
      ensureGuestCart().catch((error: unknown) => console.error("A guest cart could not be started.", error));
  }, [status]);
  useEffect(
    () =>
      onUserChange((now) => {
        if (now.status !== "in") return;
        // The server merged the guest cart into the customer's; for administrators it is kept.
        if (now.role === "customer" && hasGuestId()) {
          forgetGuest();
          void import("./merge-notice.ts").then(({ showMergeNotice }) => showMergeNotice(client));
        }
        void client.invalidateQueries({ queryKey: cartKey });
      }),
    [client],
  );
}

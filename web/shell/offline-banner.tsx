import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { say } from "#words/say.ts";

/** Shown while offline. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-24 z-40 grid justify-items-center px-4 md:bottom-6"
    >
      {!online && (
        <p className="flex items-center gap-2.5 rounded bg-ink px-4 py-2.5 text-sm text-page shadow">
          <WifiOff className="size-4 shrink-0" aria-hidden="true" />
          {say("You're offline. This information may be out of date.")}
        </p>
      )}
    </div>
  );
}

function subscribe(notify: () => void) {
  addEventListener("online", notify);
  addEventListener("offline", notify);
  return () => {
    removeEventListener("online", notify);
    removeEventListener("offline", notify);
  };
}

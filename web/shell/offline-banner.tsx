import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { say } from "#words/say.ts";

/** Says that there is no network while there is none. It floats, so nothing moves when it comes and goes. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    watch,
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

function watch(changed: () => void) {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}

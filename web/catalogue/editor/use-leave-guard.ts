import { useEffect } from "react";
import { useBlocker } from "react-router";
import { confirm } from "#web/ui/overlay/confirm.tsx";

const leaveConfirmation = {
  title: "Leave page with unsaved changes?",
  says: "Your unsaved changes will be lost.",
  action: "Leave page",
  danger: true,
};

/** Asks before unsaved changes are lost, on navigation and before the browser unloads the page. */
export function useLeaveGuard(mayLeave: () => boolean) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      !mayLeave() && (from.pathname !== to.pathname || from.search !== to.search),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void confirm(leaveConfirmation).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => !mayLeave() && event.preventDefault();
    addEventListener("beforeunload", onBeforeUnload);
    return () => removeEventListener("beforeunload", onBeforeUnload);
  }, [mayLeave]);
}

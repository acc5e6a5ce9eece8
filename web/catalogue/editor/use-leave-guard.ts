import { useEffect } from "react";
import { useBlocker } from "react-router";
import { confirmFirst } from "#web/ui/confirm.tsx";

const question = {
  title: "Leave without saving?",
  says: "What you changed here is lost.",
  action: "Leave",
  danger: true,
};

/** Asks before what was typed is lost: on the way to another page, and before the browser closes or loads this one anew. */
export function useLeaving(mayLeave: () => boolean) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      !mayLeave() && (from.pathname !== to.pathname || from.search !== to.search),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void confirmFirst(question).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  useEffect(() => {
    const hear = (event: BeforeUnloadEvent) => !mayLeave() && event.preventDefault();
    addEventListener("beforeunload", hear);
    return () => removeEventListener("beforeunload", hear);
  }, [mayLeave]);
}

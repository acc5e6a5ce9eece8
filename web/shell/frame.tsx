import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { SignInHost } from "#web/accounts/sign-in-host.tsx";
import { onSessionLost, restoreSession } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";
import { DialogHost } from "#web/ui/dialog-host.tsx";
import { doEarlyAgain } from "#web/ui/early.ts";
import { ToastRegion } from "#web/ui/toast-region.tsx";
import { Activity } from "./activity.tsx";
import { LiveLine } from "./live-line.tsx";
import { registerOfflineHelper, rememberPage } from "./offline-helper.ts";
import { OfflineNote } from "./offline-note.tsx";
import { useForgetPersonal } from "./personal-answers.ts";

/** What is around every page, of shop and dashboard alike: the loading bar, toasts, the dialog host, and the end of a session. */
export function Frame({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => rememberPage(pathname + search), [pathname, search]);
  useEffect(() => onSessionLost(() => void navigate(paths.home(), { replace: true })), [navigate]);
  useForgetPersonal();
  useEffect(sayAlive, []);
  return (
    <>
      <Activity />
      {children}
      <LiveLine />
      <OfflineNote />
      <SignInHost />
      <DialogHost />
      <ToastRegion />
    </>
  );
}

/** From here on the page answers: whoever tests or measures it need not guess. */
function sayAlive() {
  document.documentElement.dataset.alive = "";
  // Not before: whatever the session changes would be drawn in one go with the whole page.
  setTimeout(() => {
    restoreSession();
    void doEarlyAgain();
    registerOfflineHelper();
  });
}

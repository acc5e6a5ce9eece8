import { Outlet } from "react-router";
import { Protected } from "#web/shell/protected.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { VerifyNotice } from "./verify-notice.tsx";

/** The account: its own menu beside (or, on small screens, over) each of its pages. */
export default function AccountLayout() {
  return (
    <Protected>
      <div className="page-width grid min-h-[calc(100dvh-4rem)] content-start gap-6 py-6 md:grid-cols-[13rem_minmax(0,1fr)] md:gap-12 md:py-10">
        <AccountMenu />
        {/* Its pages are laid out here, whatever room they come from. */}
        <div className="min-w-0 [&>main]:max-w-none [&>main]:p-0">
          <VerifyNotice />
          <Outlet />
        </div>
      </div>
    </Protected>
  );
}

import { Outlet } from "react-router";
import { AccountNavigation } from "#web/accounts/menu/account-navigation.tsx";
import { Protected } from "#web/shell/protected.tsx";
import { VerifyNotice } from "./verify-notice.tsx";

/** Layout of the account pages: navigation beside or, on small screens, above. */
export default function AccountLayout() {
  return (
    <Protected>
      <div
        className={
          "page-width grid min-h-[calc(100dvh-4rem)] content-start gap-6 py-6 " +
          "md:grid-cols-[13rem_minmax(0,1fr)] md:gap-12 md:py-10"
        }
      >
        <AccountNavigation />
        {/* Resets the page's own width, as pages come from several modules. */}
        <div className="min-w-0 [&>main]:max-w-none [&>main]:p-0">
          <VerifyNotice />
          <Outlet />
        </div>
      </div>
    </Protected>
  );
}

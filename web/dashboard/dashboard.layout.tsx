import { Outlet } from "react-router";
import { paths } from "#web/paths.ts";
import { ErrorPage } from "#web/shell/error-page.tsx";
import { Protected } from "#web/shell/protected.tsx";

export default function DashboardLayout() {
  return (
    <Protected roles={["admin"]}>
      <Outlet />
    </Protected>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <ErrorPage error={error} home={paths.dashboardHome()} />;
}

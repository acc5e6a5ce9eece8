import { UserRound } from "lucide-react";
import type { ReactNode } from "react";
import type { ReplyOf } from "#contract/api.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { Breadcrumbs } from "#web/ui/layout/breadcrumbs.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { useUser } from "./users.queries.ts";

export type User = ReplyOf<"GET /customers/:id">["data"];

/** Loads an account and renders it, or its loading and error states. */
export function LoadedUser({ userId, children }: { userId: string; children: (user: User) => ReactNode }) {
  const { data: user, error, refetch } = useUser(userId);
  if (user) return children(user);
  if (error?.status === 404 || error?.status === 400)
    return (
      <>
        <PageHead title="Account not found" hidden />
        <EmptyState
          level={1}
          icon={<UserRound />}
          title="Account not found"
          action={
            <ShopLink to={dashboardPaths.users()} className={buttonLook({ look: "primary" })}>
              All users
            </ShopLink>
          }
        />
      </>
    );
  return (
    <>
      <PageHead title="User" hidden />
      <Breadcrumbs crumbs={[{ label: "Users", href: dashboardPaths.users() }, { label: "User" }]} />
      <h1 className="sr-only">User</h1>
      {error ? <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice> : <UserSkeleton />}
    </>
  );
}

const UserSkeleton = () => (
  <div role="status" className="grid gap-5">
    <span className="sr-only">Loading account</span>
    <div className="flex items-center gap-4">
      <Skeleton className="size-12 rounded-full" />
      <Skeleton className="h-8 w-56" />
    </div>
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {[1, 2, 3, 4].map((tile) => (
        <Skeleton key={tile} className="h-24 rounded-lg" />
      ))}
    </div>
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Skeleton className="h-72 rounded-lg" />
      <Skeleton className="h-48 rounded-lg" />
    </div>
  </div>
);

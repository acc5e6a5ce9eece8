import { Suspense, useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { say } from "#words/say.ts";

/** A skeleton shown for less time would only flicker. */
const skeletonDelayMs = 300;
const load = () => import("#web/catalogue/page-skeletons.tsx");
const skeletons = [
  [/^\/products\/?$/, lazyComponent(() => load().then((part) => part.ListSkeleton))],
  [/^\/details\//, lazyComponent(() => load().then((part) => part.DetailsSkeleton))],
] as const;

/** The skeleton of a page that is slow to load; undefined while the current page stays. */
export function usePendingPage() {
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const isLate = useLate(next !== undefined);
  // Other filters of the same list only dim it.
  const PendingSkeleton =
    isLate && next !== pathname ? skeletons.find(([path]) => path.test(next ?? ""))?.[1] : undefined;
  return { isLate, PendingSkeleton };
}

/** Announces a slow navigation and covers the current page with the skeleton; its scroll position stays. */
export const PendingPage = ({ isLate, PendingSkeleton }: ReturnType<typeof usePendingPage>) => (
  <>
    <p role="status" className="sr-only">
      {isLate && say("Loading...")}
    </p>
    {PendingSkeleton && (
      <Suspense fallback={null}>
        <div
          data-testid="pending-page"
          className="fixed inset-x-0 top-(--header) bottom-0 z-10 mt-px overflow-hidden bg-page"
        >
          <PendingSkeleton />
        </div>
      </Suspense>
    )}
  </>
);

function useLate(isWaiting: boolean) {
  const [isLate, setLate] = useState(false);
  if (isLate && !isWaiting) setLate(false);
  useEffect(() => {
    if (!isWaiting) return;
    // So that it is there when it is due.
    load().catch(() => undefined);
    const timer = setTimeout(() => setLate(true), skeletonDelayMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate;
}

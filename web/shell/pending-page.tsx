import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { DetailsSkeleton, ListSkeleton } from "#web/catalogue/page-skeletons.tsx";
import { say } from "#words/say.ts";

/** A page that comes sooner needs no stand-in: it would only flicker. */
const patienceMs = 300;
const shapes = [
  [/^\/products\/?$/, ListSkeleton],
  [/^\/details\//, DetailsSkeleton],
] as const;

/** The shape of the page that was asked for and is slow to come; undefined while the one before it is to stay. */
export function usePendingPage() {
  const { pathname } = useLocation();
  const asked = useNavigation().location?.pathname;
  const isLate = useLate(asked !== undefined);
  // Another choice on the same list dims what is there.
  const Shape = isLate && asked !== pathname ? shapes.find(([path]) => path.test(asked ?? ""))?.[1] : undefined;
  return { isLate, Shape };
}

/**
 * Says that a page is on its way, and lies over the one before it in the shape of what is coming. The page below stays
 * where it is scrolled to, for whoever thinks better of it.
 */
export const PendingPage = ({ isLate, Shape }: ReturnType<typeof usePendingPage>) => (
  <>
    <p role="status" className="sr-only">
      {isLate && say("Loading...")}
    </p>
    {Shape && (
      <div data-testid="waiting" className="fixed inset-x-0 top-16 bottom-0 z-10 mt-px overflow-hidden bg-page">
        <Shape />
      </div>
    )}
  </>
);

function useLate(isWaiting: boolean) {
  const [isLate, setLate] = useState(false);
  if (isLate && !isWaiting) setLate(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate;
}

import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { say } from "#words/say.ts";

/** The lines and, next to them on wide screens, the summary. */
export const cartColumns = "grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16";

/** The cart page's content while it loads. */
export const CartSkeleton = () => (
  <div role="status" className={cartColumns}>
    <span className="sr-only">{say("Loading your cart")}</span>
    <div className="grid gap-5">
      {[1, 2].map((line) => (
        <div key={line} className="grid grid-cols-[5.5rem_1fr] gap-5">
          <Skeleton className="aspect-square rounded" />
          <div className="grid content-start gap-3">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-9 w-32" />
          </div>
        </div>
      ))}
    </div>
    <Skeleton className="h-80 rounded-lg" />
  </div>
);

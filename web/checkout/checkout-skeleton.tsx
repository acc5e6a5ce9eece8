import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { say } from "#words/say.ts";

export const CheckoutSkeleton = () => (
  <div role="status" className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-16">
    <span className="sr-only">{say("Loading checkout")}</span>
    <Skeleton className="h-14 rounded-lg lg:order-2 lg:h-96" />
    <div className="grid gap-10">
      {[2, 4, 2].map((fields, section) => (
        // The sections are constant.
        <div key={`${section}-${fields}`} className="grid gap-4">
          <Skeleton className="h-7 w-40" />
          {Array.from({ length: fields }, (_, field) => (
            <Skeleton key={field} className="h-11 rounded" />
          ))}
        </div>
      ))}
    </div>
  </div>
);

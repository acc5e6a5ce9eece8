import { Skeleton, TextSkeleton, TileSkeleton } from "#web/ui/feedback/skeleton.tsx";

const tiles = Array.from({ length: 9 }, (_, at) => at);

export const ListSkeleton = () => (
  <div className="page-width grid gap-6 pt-5">
    <Skeleton className="h-5 w-56 max-w-full" />
    <Skeleton className="h-9 w-72 max-w-full" />
    <div className="grid gap-x-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="hidden content-start gap-8 lg:grid">
        <TextSkeleton lines={5} />
        <TextSkeleton lines={5} />
      </div>
      <div className="grid grid-cols-2 gap-x-3 gap-y-8 sm:grid-cols-3 md:gap-x-5 md:gap-y-10 xl:grid-cols-4">
        {tiles.map((tile) => (
          <TileSkeleton key={tile} />
        ))}
      </div>
    </div>
  </div>
);

export const DetailsSkeleton = () => (
  <div className="page-width grid gap-5 pt-5">
    <Skeleton className="h-5 w-56 max-w-full" />
    <div className="grid gap-8 sm:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] md:gap-12 lg:gap-16">
      <Skeleton className="aspect-square rounded-lg" />
      <div className="grid content-start gap-6">
        <Skeleton className="h-9 w-4/5" />
        <Skeleton className="h-7 w-28" />
        <TextSkeleton lines={4} />
        <Skeleton className="h-11 rounded" />
      </div>
    </div>
  </div>
);

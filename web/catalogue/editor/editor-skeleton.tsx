import { Skeleton } from "#web/ui/feedback/skeleton.tsx";

/** Skeleton of the product editor; `title` is that of the page. */
export const EditorSkeleton = ({ title }: { title: string }) => (
  <div role="status" className="grid grid-cols-1 gap-5">
    <h1 className="sr-only">{title}</h1>
    <span className="sr-only">Loading product</span>
    <Skeleton className="h-5 w-40" />
    <Skeleton className="h-8 w-64" />
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid gap-5">
        <Skeleton className="h-96 rounded-lg" />
        <Skeleton className="h-64 rounded-lg" />
        <Skeleton className="h-72 rounded-lg" />
      </div>
      <div className="grid gap-5">
        <Skeleton className="h-36 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </div>
  </div>
);

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Images, Upload } from "lucide-react";
import { useRef } from "react";
import { useSearchParams } from "react-router";
import { pageQuery } from "#web/api/query.ts";
import { UploadLine } from "#web/catalogue/editor/images/upload-line.tsx";
import { useUploads } from "#web/catalogue/editor/images/use-uploads.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { TileSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button, buttonLook } from "#web/ui/forms/button.tsx";
import { useReadOnly } from "#web/ui/forms/read-only.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import { ListFooter } from "#web/ui/lists/list-footer.tsx";
import { isPastEnd, useListParams } from "#web/ui/lists/list-params.ts";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { PageOutOfRange } from "#web/ui/lists/page-out-of-range.tsx";
import { type MediaListQuery, mediaListPath, parseMediaList } from "./media-list-address.ts";
import { imageTypes, MediaTile } from "./media-tile.tsx";

const views = { all: "All", unused: "Not used", no_alt: "No alt text" } as const;

export default function MediaAdminPage() {
  const [search] = useSearchParams();
  const query = parseMediaList(search);
  const change = useListParams<MediaListQuery>(parseMediaList, mediaListPath);
  const client = useQueryClient();
  const { uploads, add, dismiss } = useUploads(() => void client.invalidateQueries({ queryKey: ["GET /images"] }));
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-1 gap-4 p-4 md:p-6">
      <PageHead title="Media" hidden />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Media</h1>
        <UploadButton onFiles={add} />
      </header>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <nav aria-label="Images" className="scroller -mx-1 max-w-full gap-0.5 px-1 py-1">
          {Object.entries(views).map(([view, label]) => {
            const chosen = view === "all" ? undefined : (view as MediaListQuery["view"]);
            return (
              <TabLink
                key={view}
                to={mediaListPath({ ...query, view: chosen, page: 1 })}
                chosen={query.view === chosen}
              >
                {label}
              </TabLink>
            );
          })}
        </nav>
        <ListSearch
          label="Search images"
          placeholder="Alt text, product or category"
          name={query.name}
          onSearch={(name) => change(() => ({ name }))}
        />
      </div>
      {uploads.length > 0 && (
        <ul aria-label="Uploads" className="grid gap-2">
          {uploads.map((upload) => (
            <UploadLine key={upload.key} upload={upload} onDismiss={() => dismiss(upload.key)} />
          ))}
        </ul>
      )}
      <Files query={query} />
    </main>
  );
}

function UploadButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  if (useReadOnly()) return null;
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        aria-label="Images to upload"
        accept={imageTypes}
        tabIndex={-1}
        className="sr-only"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      <Button look="primary" size="small" onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" />
        Upload images
      </Button>
    </>
  );
}

function Files({ query }: { query: MediaListQuery }) {
  const { data, error, refetch } = useQuery(pageQuery("GET /images", { query }));
  if (!data && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  if (!data)
    return (
      <div className={grid} role="status" aria-label="Loading images">
        {Array.from({ length: 10 }, (_, at) => (
          <TileSkeleton key={at} />
        ))}
      </div>
    );
  if (isPastEnd(data.meta)) return <PageOutOfRange first={mediaListPath({ ...query, page: 1 })} />;
  if (data.data.length === 0) return <NoImages isFiltered={Boolean(query.view || query.name)} />;
  return (
    <>
      <ul aria-label="Images" className={grid}>
        {data.data.map((file) => (
          <MediaTile key={file.url} file={file} />
        ))}
      </ul>
      <ListFooter noun="images" meta={data.meta} read={parseMediaList} write={mediaListPath} />
    </>
  );
}

const grid = "grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5 md:gap-4";

const NoImages = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState
      icon={<Images />}
      title="No images found"
      action={
        <ShopLink to={dashboardPaths.media()} className={buttonLook()}>
          Show all images
        </ShopLink>
      }
    >
      Nothing matches this view and search.
    </EmptyState>
  ) : (
    <EmptyState
      icon={<Images />}
      title="No images yet"
      action={
        <ShopLink to={dashboardPaths.newProduct()} className={buttonLook({ look: "primary" })}>
          Add a product
        </ShopLink>
      }
    >
      Images of products and categories appear here.
    </EmptyState>
  );

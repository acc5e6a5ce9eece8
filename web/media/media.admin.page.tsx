import { useQuery } from "@tanstack/react-query";
import { Images, Upload } from "lucide-react";
import { useCallback, useRef } from "react";
import { MediaFilters } from "#contract/images.ts";
import { invalidate, pageQuery } from "#web/api/call.ts";
import { UploadLine } from "#web/catalogue/editor/images/upload-line.tsx";
import { useUploads } from "#web/catalogue/editor/images/use-uploads.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { AdminPage, CreateLink } from "#web/ui/admin/admin-page.tsx";
import { TileSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button, useReadOnly } from "#web/ui/forms/button.tsx";
import { useUnsavedChangesGuard } from "#web/ui/forms/unsaved/unsaved-changes.ts";
import { listAddress } from "#web/ui/lists/list-address.ts";
import { ListResult } from "#web/ui/lists/list-result.tsx";
import { ListTabs, ListToolbar, useListQuery } from "#web/ui/lists/list-toolbar.tsx";
import { imageTypes, MediaTile } from "./media-tile.tsx";

const isNeverLeft = () => false;

const mediaList = listAddress(dashboardPaths.media(), MediaFilters.shape);
const views = { unused: "Not used", no_alt: "No alt text" };

export default function MediaAdminPage() {
  const query = useListQuery(mediaList);
  const { uploads, running, add, dismiss } = useUploads(() => void invalidate("GET /images"));
  // They go on while another page is shown, but not after the document is left.
  useUnsavedChangesGuard(
    useCallback(() => running > 0, [running]),
    isNeverLeft,
  );
  return (
    <AdminPage
      title="Media"
      exported={{ route: "GET /images/export", query: mediaList.filtersOf(query) }}
      actions={<UploadButton onFiles={add} />}
    >
      <ListToolbar list={mediaList} search={{ label: "Search images", placeholder: "Alt text or product" }}>
        <ListTabs list={mediaList} name="view" label="Images" options={views} />
      </ListToolbar>
      {uploads.length > 0 && (
        <ul aria-label="Uploads" className="grid gap-2">
          {uploads.map((upload) => (
            <UploadLine key={upload.key} upload={upload} onDismiss={() => dismiss(upload.key)} />
          ))}
        </ul>
      )}
      <ListResult
        result={useQuery(pageQuery("GET /images", { query }))}
        list={mediaList}
        noun="images"
        skeleton={<MediaSkeleton />}
        empty={{
          icon: <Images />,
          title: "No images yet",
          says: "Images of products and categories appear here.",
          action: <CreateLink to={dashboardPaths.newProduct()}>Add a product</CreateLink>,
          hint: "Nothing matches this view and search.",
        }}
      >
        {(files) => (
          <ul aria-label="Images" className={grid}>
            {files.map((file) => (
              <MediaTile key={file.url} file={file} />
            ))}
          </ul>
        )}
      </ListResult>
    </AdminPage>
  );
}

const grid = "grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5 md:gap-4";

const MediaSkeleton = () => (
  <div className={grid} role="status" aria-label="Loading images">
    {Array.from({ length: 10 }, (_, at) => (
      <TileSkeleton key={at} />
    ))}
  </div>
);

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
        <Upload />
        Upload images
      </Button>
    </>
  );
}

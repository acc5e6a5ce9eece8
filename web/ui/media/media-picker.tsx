import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MediaFile } from "#contract/images.ts";
import { pageQuery } from "#web/api/call.ts";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { TileSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { DiscardQuestion, FormFooter } from "#web/ui/forms/dialog-form.tsx";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { ResponsiveImage } from "./responsive-image.tsx";

const pageSize = 24;

interface Props {
  /** The URLs of files that the product has already. */
  used?: ReadonlySet<string>;
  /** How many can be chosen; of one, another choice replaces it. */
  most: number;
  onAdd: (files: MediaFile[]) => void;
}

/** Chooses images of the media library. */
export function MediaPicker({ used, most, onAdd }: Props) {
  const closeDialog = useCloseDialog();
  const [name, setName] = useState<string>();
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<MediaFile[]>([]);
  const { data, error, refetch } = useQuery(pageQuery("GET /images", { query: { name, page, per_page: pageSize } }));
  const toggle = (file: MediaFile) =>
    setChosen((all) => {
      const others = all.filter((one) => !isFile(file)(one));
      if (others.length < all.length) return others;
      return most === 1 ? [file] : [...all, file];
    });
  return (
    <div className="grid gap-4">
      {chosen.length > 0 && <DiscardQuestion />}
      <ListSearch
        label="Search images"
        placeholder="Alt text or product"
        name={name}
        onSearch={(searched) => {
          setName(searched);
          setPage(1);
        }}
      />
      {!data && error && <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>}
      <ul aria-label="Media library" aria-busy={!data} className="grid grid-cols-3 gap-3 sm:grid-cols-4">
        {!data && !error && loading}
        {data?.data.map((file) => (
          <Tile
            key={file.url}
            file={file}
            isUsed={used?.has(file.url) ?? false}
            isChosen={chosen.some(isFile(file))}
            isFull={most > 1 && chosen.length >= most}
            onToggle={() => toggle(file)}
          />
        ))}
      </ul>
      {data?.data.length === 0 && <p className="text-sm text-muted">No images found</p>}
      {data && <Pages page={page} pages={data.meta.pages} onPage={setPage} />}
      {/* The search is outside, as Enter there must not add. */}
      <form
        className="sticky -bottom-6 -mx-6 -mb-6 rounded-b-lg border-t border-hairline bg-surface px-6 py-4"
        onSubmit={(event) => {
          event.preventDefault();
          onAdd(chosen);
          closeDialog();
        }}
      >
        <FormFooter
          action={chosen.length > 1 ? `Add ${chosen.length} images` : "Add image"}
          busy={false}
          disabled={chosen.length === 0}
        />
      </form>
    </div>
  );
}

const loading = Array.from({ length: 8 }, (_, at) => (
  <li key={at}>
    <TileSkeleton />
  </li>
));

const Pages = ({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) =>
  pages > 1 && (
    <nav aria-label="Pages of images" className="flex items-center justify-between gap-3 text-sm text-muted">
      <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <p role="status">
        Page {page} of {pages}
      </p>
      <Button size="small" disabled={page === pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );

/** Whether a file is this one; it has another id when one of its images was deleted meanwhile. */
const isFile = (file: MediaFile) => (other: MediaFile) => other.url === file.url;

type TileProps = { file: MediaFile; isUsed: boolean; isChosen: boolean; isFull: boolean; onToggle: () => void };

function Tile({ file, isUsed, isChosen, isFull, onToggle }: TileProps) {
  const name = file.alt || file.uses.find((use) => use.name)?.name || `Image ${file.id}`;
  return (
    <li>
      <label className={tile} title={isUsed ? "This product has it already" : name}>
        <span className="aspect-square overflow-hidden rounded bg-sunken">
          <ResponsiveImage image={file} sizes="140px" alt="" />
        </span>
        <span className="tick w-full min-w-0">
          <input
            type="checkbox"
            checked={isChosen || isUsed}
            disabled={isUsed || (isFull && !isChosen)}
            onChange={onToggle}
          />
          <span className="block truncate">{name}</span>
        </span>
      </label>
    </li>
  );
}

const tile =
  "grid cursor-pointer gap-2 rounded border border-hairline p-2 transition-colors hover:border-control " +
  "has-checked:border-accent has-checked:ring-1 has-checked:ring-accent has-disabled:cursor-not-allowed " +
  "has-disabled:opacity-50";

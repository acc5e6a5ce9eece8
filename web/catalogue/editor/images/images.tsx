import { ImagePlus } from "lucide-react";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { useDesk, useProductForm } from "#web/catalogue/editor/editor-context.ts";
import type { TypedPicture } from "#web/catalogue/editor/product-fields.ts";
import { Button } from "#web/ui/button.tsx";
import { CardSection } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { FieldError } from "#web/ui/field.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { PictureTile } from "./image-tile.tsx";
import { UploadLine } from "./upload-line.tsx";
import { useUploads } from "./use-uploads.ts";

const most = 100;

/** The pictures of the product: dropped or chosen, put in order, described. They are the product's once it is saved. */
export function Pictures() {
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const { images, mistake, news, move, remove, change, uploads, add, dismiss } = usePictures(list);
  return (
    <CardSection title="Pictures" hint="The first is the cover: it stands for the product in lists.">
      <div className="grid gap-4">
        {images.length > 0 && (
          <ul ref={list} aria-label="Pictures" className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3">
            {images.map((image, at) => (
              <PictureTile
                key={image.id}
                image={image}
                at={at}
                count={images.length}
                isDragged={dragged === at}
                onDrag={setDragged}
                onDropHere={() => dragged !== undefined && move(dragged, at)}
                onMove={(to, button) => move(at, to, button)}
                onRemove={() => remove(at)}
                onChange={(more) => change(at, more)}
              />
            ))}
          </ul>
        )}
        {uploads.length > 0 && (
          <ul aria-label="Uploads" className="grid gap-2">
            {uploads.map((upload) => (
              <UploadLine key={upload.key} upload={upload} onDismiss={() => dismiss(upload.key)} />
            ))}
          </ul>
        )}
        <DropZone isSmall={images.length > 0} onFiles={(files) => add(files.slice(0, most - images.length))} />
        {mistake && <FieldError id="pictures-error">{mistake}</FieldError>}
        <p role="status" className="sr-only">
          {news}
        </p>
      </div>
    </CardSection>
  );
}

/** The pictures of the form and what is done with them. */
function usePictures(list: RefObject<HTMLUListElement | null>) {
  const { control, getValues, setValue } = useProductForm();
  const { field, fieldState } = useController({ control, name: "images" });
  const { uploaded } = useDesk();
  const [news, setNews] = useState("");
  const refocus = useRefocus(list);
  const images = field.value;
  const set = (next: TypedPicture[]) => setValue("images", next, { shouldDirty: true });
  const uploading = useUploads(({ id, url, alt, width, height, dominant }) => {
    uploaded.add(id);
    set([...getValues("images"), { id, url, alt, width, height, dominant, option_value_id: null }]);
  });
  const move = (from: number, to: number, button?: string) => {
    const next = [...images];
    const [moved] = next.splice(from, 1);
    if (!moved || to < 0 || to >= images.length) return;
    next.splice(to, 0, moved);
    set(next);
    setNews(`Picture moved to place ${to + 1} of ${next.length}.`);
    if (button) refocus(moved.id, button);
  };
  const remove = (at: number) => {
    set(images.filter((_, index) => index !== at));
    const neighbour = images[at + 1] ?? images[at - 1];
    if (neighbour) refocus(neighbour.id, "remove");
    toast({ title: "The picture is taken out", action: { label: "Undo", onClick: () => set(images) } });
  };
  const change = (at: number, more: Partial<TypedPicture>) =>
    set(getValues("images").map((one, index) => (index === at ? { ...one, ...more } : one)));
  return { images, mistake: fieldState.error?.message, news, move, remove, change, ...uploading };
}

/** What had the focus keeps it when its picture changes places, or hands it to the next one. */
function useRefocus(list: RefObject<HTMLUListElement | null>) {
  const [wanted, setWanted] = useState<{ id: number; button: string }>();
  useEffect(() => {
    if (!wanted) return;
    const tile = list.current?.querySelector(`[data-picture="${wanted.id}"]`);
    const button = tile?.querySelector<HTMLButtonElement>(`[data-does="${wanted.button}"]`);
    (button?.disabled ? tile?.querySelector<HTMLButtonElement>("button:not(:disabled)") : button)?.focus();
  }, [wanted, list]);
  return (id: number, button: string) => setWanted({ id, button });
}

/** Where files are dropped, or chosen by a press. */
function DropZone({ isSmall, onFiles }: { isSmall: boolean; onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [isOver, setOver] = useState(false);
  return (
    // The button in it does the same without a mouse.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
      className={classes(
        "grid justify-items-center gap-3 rounded border border-dashed px-4 text-center text-sm text-muted transition-colors",
        isSmall ? "py-4" : "py-10",
        isOver ? "border-accent bg-accent-soft" : "border-control",
      )}
    >
      <label htmlFor={id} className="sr-only">
        Choose pictures
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      <Button size="small" onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden="true" />
        Add pictures
      </Button>
      <p>or drop them here: JPEG, PNG, WebP, AVIF or GIF, 30 MB at most.</p>
    </div>
  );
}

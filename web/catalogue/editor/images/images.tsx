import { ImagePlus, Library } from "lucide-react";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import type { Image } from "#contract/images.ts";
import { useEditor, useProductForm } from "#web/catalogue/editor/editor-context.ts";
import type { ImageFields } from "#web/catalogue/editor/product-fields.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FieldError } from "#web/ui/forms/fields/field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { reinsert } from "#web/ui/lists/reinsert.ts";
import { MediaPicker } from "#web/ui/media/media-picker.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { ImageDownloads } from "./image-downloads.tsx";
import { ImageTile } from "./image-tile.tsx";
import { UploadLine } from "./upload-line.tsx";
import { useImageDrag } from "./use-image-drag.ts";
import { useUploads } from "./use-uploads.ts";

const maxImages = productLimits.images;

/** The product's images: uploaded, ordered and described; stored when the product is saved. */
export function Images() {
  const list = useRef<HTMLUListElement>(null);
  const { productId } = useEditor();
  const { images, error, announcement, move, remove, change, openLibrary, uploads, addFiles, dismiss } =
    useImages(list);
  const drag = useImageDrag(move);
  return (
    <CardSection title="Images" hint="The first image is the cover shown in lists.">
      <div className="grid gap-4">
        {productId !== undefined && <ImageDownloads productId={productId} />}
        {images.length > 0 && (
          <ul
            ref={list}
            {...drag.handlers}
            aria-label="Images"
            className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3"
          >
            {images.map((image, at) => (
              <ImageTile
                key={image.id}
                image={image}
                at={at}
                count={images.length}
                isDragged={drag.dragged === at}
                isTarget={drag.over === at && drag.dragged !== at}
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
        <DropZone isSmall={images.length > 0} onFiles={addFiles} onLibrary={openLibrary} />
        {error && <FieldError id="images-error">{error}</FieldError>}
        <p role="status" className="sr-only">
          {announcement}
        </p>
      </div>
    </CardSection>
  );
}

function useImages(list: RefObject<HTMLUListElement | null>) {
  const form = useProductForm();
  const { control, getValues, setValue } = form;
  const { field, fieldState } = useController({ control, name: "images" });
  const [announcement, setAnnouncement] = useState("");
  const refocus = useRefocus(list);
  const images = field.value;
  const set = (next: ImageFields[]) => setValue("images", next, { shouldDirty: true });
  const append = (added: Image[]) => set([...getValues("images"), ...added.map(toImageFields)]);
  const { room, ...uploading } = useImageUploads(images.length, append);
  const openLibrary = () => {
    const used = new Set(images.map(({ url }) => url));
    const content = <MediaPicker used={used} most={room} onAdd={append} />;
    openDialog({ title: "Media library", content });
  };
  const move = (from: number, to: number, button?: string) => {
    const next = [...images];
    const [moved] = next.splice(from, 1);
    if (!moved || to < 0 || to >= images.length) return;
    next.splice(to, 0, moved);
    set(next);
    setAnnouncement(`Image moved to position ${to + 1} of ${next.length}.`);
    if (button) refocus(moved.id, button);
  };
  const remove = (at: number) => {
    set(images.filter((_, index) => index !== at));
    const neighbour = images[at + 1] ?? images[at - 1];
    if (neighbour) refocus(neighbour.id, "remove");
    const removed = images.slice(at, at + 1);
    const savedIds = () => form.formState.defaultValues?.images?.map((image) => image?.id).join();
    const saved = savedIds();
    const undo = () => {
      // A save deletes the images that are left out.
      if (savedIds() === saved) set(reinsert(getValues("images"), images, removed, ({ id }) => id));
      else toast({ title: "Saved since then, so this can't be undone" });
    };
    toast({ title: "Image removed", action: { label: "Undo", onClick: undo } });
  };
  const change = (at: number, more: Partial<ImageFields>) =>
    set(getValues("images").map((one, index) => (index === at ? { ...one, ...more } : one)));
  return {
    images,
    error: fieldState.error?.message,
    announcement,
    move,
    remove,
    change,
    openLibrary,
    ...uploading,
  };
}

/** Uploads images of a product that has `count`. It can't be saved meanwhile, and what doesn't fit is said. */
function useImageUploads(count: number, append: (added: Image[]) => void) {
  const { uploaded, setUploading } = useEditor();
  const { uploads, running, add, dismiss } = useUploads((image) => {
    uploaded.add(image.id);
    append([image]);
  });
  const isUploading = running > 0;
  useEffect(() => {
    setUploading(isUploading);
    return () => setUploading(false);
  }, [isUploading, setUploading]);
  const room = roomForImages(count, running);
  const addFiles = (files: File[]) => {
    add(files.slice(0, room));
    if (files.length > room) toast({ tone: "danger", title: leftOutText(files.length - room) });
  };
  return { uploads, room, addFiles, dismiss };
}

/** How many more images a product can have, with those being uploaded. */
const roomForImages = (images: number, running: number) => Math.max(0, maxImages - images - running);

const leftOutText = (count: number) =>
  `${count === 1 ? "1 file was" : `${count} files were`} left out: a product has at most ${maxImages} images`;

const toImageFields = ({ id, url, alt, width, height, dominant }: Image): ImageFields => ({
  id,
  url,
  alt,
  width,
  height,
  dominant,
  option_value_id: null,
});

/** Keeps the focus on the pressed button when its image moves, or moves it to the next image. */
function useRefocus(list: RefObject<HTMLUListElement | null>) {
  const [target, setTarget] = useState<{ id: number; button: string }>();
  useEffect(() => {
    if (!target) return;
    const tile = list.current?.querySelector(`[data-image="${target.id}"]`);
    const button = tile?.querySelector<HTMLButtonElement>(`[data-does="${target.button}"]`);
    (button?.disabled ? tile?.querySelector<HTMLButtonElement>("button:not(:disabled)") : button)?.focus();
  }, [target, list]);
  return (id: number, button: string) => setTarget({ id, button });
}

type DropZoneProps = { isSmall: boolean; onFiles: (files: File[]) => void; onLibrary: () => void };

function DropZone({ isSmall, onFiles, onLibrary }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [isOver, setOver] = useState(false);
  return (
    // The button inside does the same by keyboard.
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
        Choose images
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
      <span className="flex flex-wrap justify-center gap-2">
        <Button size="small" onClick={() => input.current?.click()}>
          <ImagePlus />
          Add images
        </Button>
        <Button size="small" onClick={onLibrary}>
          <Library />
          Media library
        </Button>
      </span>
      <p>or drop them here. JPEG, PNG, WebP, AVIF or GIF, up to 30 MB.</p>
    </div>
  );
}

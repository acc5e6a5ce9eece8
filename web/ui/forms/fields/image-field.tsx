import { useMutation } from "@tanstack/react-query";
import { ImagePlus, Library } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Image } from "#contract/images.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { upload } from "#web/api/upload.ts";
import { Progress } from "#web/ui/feedback/progress.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { useIsShown } from "#web/ui/forms/use-is-shown.ts";
import { MediaPicker } from "#web/ui/media/media-picker.tsx";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { FileDrop } from "./file-drop.tsx";

type Props = {
  label: string;
  /** Below the button, before the file types: "Square images look best." */
  hint: string;
  /** Of the image. */
  alt: string;
  image: Image | null;
  onImage: (image: Image | null) => void;
  /** Called when an upload starts, and when it ends or the field goes; the form can't be submitted in between. */
  onBusy: (isBusy: boolean) => void;
};

const kinds = "image/jpeg,image/png,image/webp,image/avif,image/gif";

/** Uploads an image, takes one of the media library, or removes it; it is stored when the form is saved. */
export function ImageField({ label, hint, alt, image, onImage, onBusy }: Props) {
  const { sending, sent } = useImageChoice(onImage, onBusy);
  const action = useRef<HTMLDivElement>(null);
  const openLibrary = () =>
    openDialog({
      title: "Media library",
      content: <MediaPicker most={1} onAdd={([file]) => file && sending.mutate(file)} />,
    });
  const remove = () => {
    onImage(null);
    sending.reset();
    action.current?.querySelector("button")?.focus();
  };
  return (
    <div ref={action} className="grid gap-3">
      <FileDrop
        label={label}
        action={image ? "Replace" : "Select an image"}
        hint={`Or drop an image here. JPEG, PNG, WebP, AVIF or GIF. ${hint}`}
        error={sending.error?.message}
        accept={kinds}
        disabled={sending.isPending}
        onFile={sending.mutate}
      >
        {image ? (
          <span className="size-40 overflow-hidden rounded-lg bg-sunken">
            <ResponsiveImage image={image} sizes="160px" alt={alt} />
          </span>
        ) : (
          <ImagePlus className="size-8 text-muted" />
        )}
        {sending.isPending && <Progress label="Uploading image" value={sent} className="w-40" />}
      </FileDrop>
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={sending.isPending} onClick={openLibrary}>
          <Library />
          Media library
        </Button>
        {image && (
          <Button size="small" look="ghost" disabled={sending.isPending} onClick={remove}>
            <span className="text-danger">Remove image</span>
          </Button>
        )}
      </div>
    </div>
  );
}

/** Counts the uploads of a form with several image fields: whether any is under way, and the `onBusy` of each. */
export function useUploads() {
  const [count, setCount] = useState(0);
  const onBusy = (isBusy: boolean) => setCount((before) => before + (isBusy ? 1 : -1));
  return { isUploading: count > 0, onBusy };
}

/** Uploads a file, or copies an image of the library; `sent` is how much of the file is sent. */
export function useImageChoice(onImage: Props["onImage"], onBusy: Props["onBusy"]) {
  const [sent, setSent] = useState(0);
  const isShown = useIsShown();
  const sending = useMutation<Image, Error, File | { id: number }>({
    mutationFn: async (file) => {
      if (!(file instanceof File)) return (await call("POST /images/:id/copy", { params: { id: file.id } })).data;
      const form = new FormData();
      form.append("file", file);
      const { data, failed } = await upload("POST /images", form, { onProgress: setSent });
      const [first] = data;
      if (!first) throw new CallProblem(415, { message: failed[0]?.message ?? "This image can't be used." });
      const { status: _, file: __, ...kept } = first;
      return kept;
    },
    onMutate: () => setSent(0),
    // A field that was removed meanwhile would restore the form of its last render.
    onSuccess: (image) => isShown() && onImage(image),
  });
  const tellBusy = useEffectEvent(onBusy);
  useEffect(() => {
    if (!sending.isPending) return;
    tellBusy(true);
    return () => tellBusy(false);
  }, [sending.isPending]);
  return { sending, sent };
}

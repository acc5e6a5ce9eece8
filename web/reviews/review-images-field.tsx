import { useMutation } from "@tanstack/react-query";
import { ImagePlus, X } from "lucide-react";
import { type ComponentProps, useEffect, useMemo } from "react";
import { maxReviewImages } from "#contract/reviews/review-limits.ts";
import type { MyReview } from "#contract/reviews/reviews.ts";
import { call } from "#web/api/call.ts";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { IconButton } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/fields/field.tsx";
import { moveFocusToNextRow } from "#web/ui/layout/focus-on-removal.ts";
import { imageUrl } from "#web/ui/media/image-sources.ts";
import { say, sayCount } from "#words/say.ts";
import { invalidateReviews } from "./reviews.queries.ts";

interface Props {
  /** The existing review with its images. */
  review: MyReview | null;
  /** Selected but not uploaded. */
  files: File[];
  onFiles: (files: File[]) => void;
}

/** The images of a review: stored ones and new files, four at most. */
export function ReviewImagesField({ review, files, onFiles }: Props) {
  const stored = review?.images ?? [];
  const left = maxReviewImages - stored.length - files.length;
  const addresses = useAddresses(files);
  const remove = useMutation({
    mutationFn: (id: number) =>
      call("DELETE /reviews/:id/images/:image_id", { params: { id: review?.id ?? 0, image_id: id } }),
    onSuccess: () => invalidateReviews(),
    onError: toastProblem(),
  });
  return (
    <div className="grid gap-3">
      <Field
        label={say("Photos")}
        optional
        hint={
          left > 0
            ? sayCount(
                "Up to 1. Photos are reviewed before they're published.",
                "Up to {n}. Photos are reviewed before they're published.",
                maxReviewImages,
              )
            : say("You've reached the maximum number of photos.")
        }
      >
        {(control) => (
          <FileInput
            control={control}
            files={files}
            disabled={left <= 0}
            onFiles={(more) => onFiles([...files, ...more].slice(0, maxReviewImages - stored.length))}
          />
        )}
      </Field>
      {stored.length + files.length > 0 && (
        <ul className="flex flex-wrap gap-3" aria-label={say("Photos in your review")}>
          {stored.map(({ id, url, alt }) => (
            <Thumbnail key={id} src={imageUrl(url, 150)} name={alt} onRemove={() => remove.mutate(id)} />
          ))}
          {files.map((file, at) => (
            <Thumbnail
              key={`${file.name}-${file.lastModified}`}
              src={addresses[at] ?? ""}
              name={file.name}
              onRemove={() => onFiles(files.filter((other) => other !== file))}
              onBroken={() => onFiles(without(files, file))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

type FileInputProps = Pick<Props, "files" | "onFiles"> & {
  control: Omit<ComponentProps<"input">, "ref">;
  disabled: boolean;
};

/** The button of the browser is in the language of the browser, so the label is one. */
const FileInput = ({ control, files, disabled, onFiles }: FileInputProps) => (
  <span className="relative flex">
    <input
      {...control}
      ref={(input) => showFiles(input, files)}
      type="file"
      accept="image/*"
      multiple
      disabled={disabled}
      className="peer sr-only"
      onChange={({ currentTarget }) => onFiles([...(currentTarget.files ?? [])])}
    />
    <label htmlFor={control.id} aria-hidden="true" className={look}>
      <ImagePlus className="size-4.5" />
      {say("Add photos")}
    </label>
  </span>
);

/** What was chosen and can't be shown goes at once, rather than after all is sent. */
function without(files: File[], broken: File) {
  toast({ title: say("{name} isn't a supported image.", { name: broken.name }), tone: "danger" });
  return files.filter((other) => other !== broken);
}

interface ThumbnailProps {
  src: string;
  name: string;
  onRemove: () => void;
  onBroken?: () => void;
}

const Thumbnail = ({ src, name, onRemove, onBroken }: ThumbnailProps) => (
  <li ref={moveFocusToNextRow} className="relative">
    <img
      src={src}
      alt={name}
      onError={onBroken}
      width={80}
      height={80}
      className="size-20 rounded bg-sunken object-cover"
    />
    <IconButton
      label={say("Remove {name}", { name })}
      icon={<X />}
      size="small"
      floating
      onClick={onRemove}
      className="absolute -inset-e-2 -top-2"
    />
  </li>
);

function useAddresses(files: File[]) {
  const addresses = useMemo(() => files.map((file) => URL.createObjectURL(file)), [files]);
  useEffect(() => () => addresses.forEach((address) => URL.revokeObjectURL(address)), [addresses]);
  return addresses;
}

/** The control names all files that are to be uploaded, not only those chosen last. */
function showFiles(input: HTMLInputElement | null, files: File[]) {
  const chosen = new DataTransfer();
  for (const file of files) chosen.items.add(file);
  if (input) input.files = chosen.files;
}

const look =
  "inline-flex h-11 cursor-pointer items-center gap-2 rounded border border-control bg-surface px-4 text-sm " +
  "font-medium hover:bg-sunken peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 " +
  "peer-focus-visible:outline-link peer-disabled:cursor-default peer-disabled:opacity-40";

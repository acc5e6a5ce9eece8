import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { ImageUse, MediaFile } from "#contract/images.ts";
import { browserClient, call, invalidate } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { upload } from "#web/api/upload.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { useReadOnly } from "#web/ui/forms/button.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { useTypedText } from "#web/ui/forms/use-typed-text.ts";
import { moveFocusToNextRow } from "#web/ui/layout/focus-on-removal.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { formatShopNumber } from "#words/say.ts";

export const imageTypes = "image/jpeg,image/png,image/webp,image/avif,image/gif";

/** A file of the library: its alt text is edited in place, and it can be replaced or deleted. */
export function MediaTile({ file }: { file: MediaFile }) {
  const input = useRef<HTMLInputElement>(null);
  const { replace, remove } = useFileActions(file);
  const isReadOnly = useReadOnly();
  const name = file.alt || file.uses.find((use) => use.name)?.name || `Image ${file.id}`;
  return (
    <li
      ref={moveFocusToNextRow}
      aria-label={name}
      aria-busy={replace.isPending}
      className="grid content-start gap-3 rounded-lg border border-hairline bg-surface p-3"
    >
      <span className="aspect-square overflow-hidden rounded bg-sunken">
        <ResponsiveImage
          image={file}
          sizes="(max-width: 640px) 45vw, 240px"
          className={replace.isPending ? "opacity-50" : ""}
        />
      </span>
      <AltField file={file} name={name} />
      <Uses uses={file.uses} />
      <div className="flex items-center justify-between gap-2 text-xs text-muted">
        <span className="whitespace-nowrap tabular-nums">
          {file.width} × {file.height}
          <span className="max-sm:hidden">, {formatShopNumber(Math.ceil(file.bytes / 1000))} kB</span>
        </span>
        <input
          ref={input}
          type="file"
          aria-label={`Replacement for ${name}`}
          accept={imageTypes}
          tabIndex={-1}
          disabled={isReadOnly}
          className="sr-only"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) replace.mutate(chosen);
            currentTarget.value = "";
          }}
        />
        <ActionMenu
          compact
          label={`Actions for ${name}`}
          actions={[
            { label: "Replace", onSelect: () => input.current?.click() },
            { label: "Delete", onSelect: () => void remove(), danger: true },
          ]}
        />
      </div>
    </li>
  );
}

function useFileActions({ id, uses }: MediaFile) {
  const refresh = () => void browserClient().invalidateQueries();
  const failed = (title: string) => ({
    onError: ({ message }: Error) => toast({ tone: "danger", title, description: message }),
  });
  const replace = useMutation({
    mutationFn: async (chosen: File) => {
      const form = new FormData();
      form.append("file", chosen);
      const { data, failed: problems } = await upload("POST /images", form);
      const image_id = data[0]?.id;
      if (!image_id) throw new CallProblem(415, { message: problems[0]?.message ?? "This image can't be used." });
      return call("POST /images/:id/replace", { params: { id }, body: { image_id } });
    },
    onSuccess: ({ data }) => {
      const places = data.uses.length;
      const shown = places === 1 ? "1 place shows" : `${places} places show`;
      toast({
        tone: "success",
        title: "Image replaced",
        ...(places > 0 ? { description: `${shown} the new one.` } : {}),
      });
    },
    onSettled: refresh,
    ...failed("Couldn't replace the image"),
  });
  const deletion = useMutation({
    mutationFn: () => call("DELETE /images/:id/file", { params: { id }, query: { used: uses.length > 0 } }),
    onSuccess: (reply) => toastDone(reply, "Image deleted"),
    onSettled: refresh,
    ...failed("Couldn't delete the image"),
  });
  const remove = async () => {
    const says =
      uses.length === 0
        ? "Nothing shows this image. This can't be undone."
        : `It's removed from ${new Intl.ListFormat("en").format(uses.map(labelOf))}. This can't be undone.`;
    if (await confirm({ title: "Delete this image?", says, action: "Delete image", danger: true })) deletion.mutate();
  };
  return { replace, remove };
}

/** Saved when the field is left or Enter is pressed; Escape restores it. */
function AltField({ file, name }: { file: MediaFile; name: string }) {
  const isReadOnly = useReadOnly();
  const saving = useMutation({
    mutationFn: (text: string) => call("PATCH /images/:id", { params: { id: file.id }, body: { alt: text } }),
    onSuccess: (reply) => toastDone(reply, "Alt text saved"),
    onSettled: () => invalidate("GET /images"),
  });
  const [alt, setAlt] = useTypedText(file.alt, saving.isPending);
  return (
    <TextField
      label="Alt text"
      aria-label={`Alt text of ${name}`}
      maxLength={300}
      placeholder="Describe the image"
      disabled={isReadOnly}
      value={alt}
      error={saving.error?.message}
      onChange={({ target }) => setAlt(target.value)}
      onBlur={() => alt.trim() !== file.alt && saving.mutate(alt)}
      onKeyDown={({ key, currentTarget, nativeEvent }) => {
        if (nativeEvent.isComposing) return;
        if (key === "Escape") setAlt(file.alt);
        if (key === "Enter") currentTarget.blur();
      }}
    />
  );
}

const shownUses = 2;

/** Where the image is shown: the first places with links, and how many more. */
function Uses({ uses }: { uses: ImageUse[] }) {
  if (uses.length === 0) return <p className="text-sm text-muted">Not used</p>;
  return (
    <ul aria-label="Used in" className="grid gap-0.5 text-sm">
      {uses.slice(0, shownUses).map((use, at) => (
        <li key={`${at} ${use.kind}`} className="truncate">
          <UseLink use={use} />
        </li>
      ))}
      {uses.length > shownUses && <li className="text-muted">and {uses.length - shownUses} more</li>}
    </ul>
  );
}

function UseLink({ use }: { use: ImageUse }) {
  const to = pathOf(use);
  if (!to) return labelOf(use);
  return (
    <ShopLink to={to} className="text-link underline-offset-4 hover:underline">
      {labelOf(use)}
    </ShopLink>
  );
}

function pathOf({ kind, id }: ImageUse) {
  if (kind === "logo") return dashboardPaths.settings("general");
  if (kind === "home") return dashboardPaths.settings("content");
  return id && placePaths[kind](id);
}

const placePaths = {
  product: dashboardPaths.product,
  category: dashboardPaths.category,
  review: (id: number) => dashboardPaths.reviews({ product_id: id }),
};

function labelOf({ kind, name }: ImageUse): string {
  if (kind === "logo") return "Logo";
  if (kind === "home") return "Home page";
  return kind === "review" ? `Review of ${name}` : name;
}

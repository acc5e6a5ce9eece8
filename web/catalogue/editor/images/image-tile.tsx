import { ArrowLeft, ArrowRight, GripVertical, Trash2 } from "lucide-react";
import { useWatch } from "react-hook-form";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { useEditor, useProductForm } from "#web/catalogue/editor/editor-context.ts";
import type { ImageFields } from "#web/catalogue/editor/product-fields.ts";
import { IconButton } from "#web/ui/forms/button.tsx";
import { SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { Backdrop } from "#web/ui/layout/card.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { moveFocusToNextRow } from "#web/ui/layout/focus-on-removal.ts";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";
import { Badge } from "#web/ui/text/badge.tsx";

type Props = {
  image: ImageFields;
  at: number;
  count: number;
  isDragged: boolean;
  /** Whether the dragged image would go here. */
  isTarget: boolean;
  /** `button` is the pressed one, focused again afterwards. */
  onMove: (to: number, button: string) => void;
  onRemove: () => void;
  onChange: (more: Partial<ImageFields>) => void;
};

/** An image with its alt text; moved by dragging or by buttons. */
export function ImageTile({ image, at, count, isDragged, isTarget, onMove, onRemove, onChange }: Props) {
  const label = `Image ${at + 1}`;
  return (
    <li
      ref={moveFocusToNextRow}
      data-image={image.id}
      data-at={at}
      aria-label={label}
      className={classes(
        "grid content-start gap-2 rounded border border-hairline p-2 sm:p-3",
        isDragged && "opacity-50",
        isTarget && "border-accent outline-2 outline-accent",
      )}
    >
      <div data-picture className="relative cursor-grab select-none">
        <Backdrop className="overflow-hidden rounded">
          <ResponsiveImage
            image={image}
            sizes="(max-width: 640px) 80vw, 260px"
            alt={image.alt || label}
            draggable={false}
          />
        </Backdrop>
        {at === 0 && (
          <Badge tone="ink" className="absolute start-2 top-2">
            Cover
          </Badge>
        )}
      </div>
      <TileActions {...{ label, at, count, onMove, onRemove }} />
      <TextField
        // By it, the focus returns after a save, which gives images new ids.
        name={`images.${at}.alt`}
        label={`Alt text for ${label.toLowerCase()}`}
        labelHidden
        placeholder="Alt text"
        title="Describes the image for screen readers and search engines"
        maxLength={productLimits.imageAlt}
        value={image.alt}
        onChange={({ target }) => onChange({ alt: target.value })}
      />
      <VariationSelect image={image} label={label} onChange={onChange} />
    </li>
  );
}

type TileActionsProps = Pick<Props, "at" | "count" | "onMove" | "onRemove"> & { label: string };

const TileActions = ({ label, at, count, onMove, onRemove }: TileActionsProps) => (
  <div className="flex justify-between">
    <span className="flex">
      <IconButton
        label={`Move ${label.toLowerCase()} earlier`}
        icon={<ArrowLeft />}
        size="small"
        data-does="earlier"
        disabled={at === 0}
        onClick={() => onMove(at - 1, "earlier")}
      />
      {count > 1 && (
        <span
          data-grip
          title="Drag to move"
          aria-hidden="true"
          className="relative z-10 grid h-8 w-6 cursor-grab touch-none place-items-center rounded-sm text-control pointer-coarse:h-11"
        >
          <GripVertical className="size-4" />
        </span>
      )}
      <IconButton
        label={`Move ${label.toLowerCase()} later`}
        icon={<ArrowRight />}
        size="small"
        data-does="later"
        disabled={at === count - 1}
        onClick={() => onMove(at + 1, "later")}
      />
    </span>
    <IconButton
      label={`Remove ${label.toLowerCase()}`}
      icon={<Trash2 />}
      size="small"
      data-does="remove"
      onClick={onRemove}
    />
  </div>
);

/** The option value the image shows, such as all red variations. */
function VariationSelect({ image, label, onChange }: Pick<Props, "image" | "onChange"> & { label: string }) {
  const { control } = useProductForm();
  const groups = useWatch({ control, name: "groups" });
  const { optionGroups } = useEditor();
  const values = groups.flatMap(({ group_id, value_ids }) => {
    const group = optionGroups.find(({ id }) => id === group_id);
    return (group?.values ?? [])
      .filter(({ id }) => value_ids.includes(id) || id === image.option_value_id)
      .map(({ id, label }) => ({ id, label: `${group?.name}: ${label}` }));
  });
  if (values.length === 0) return null;
  return (
    <SelectField
      label={`Variation shown by ${label.toLowerCase()}`}
      labelHidden
      size="small"
      value={image.option_value_id ?? ""}
      onChange={({ target }) => onChange({ option_value_id: Number(target.value) || null })}
      placeholder="Any variation"
      options={values.map(({ id, label }) => [id, label])}
    />
  );
}

import { ArrowLeft, ArrowRight, Trash2 } from "lucide-react";
import { useWatch } from "react-hook-form";
import { useDesk, useProductForm } from "#web/catalogue/editor/editor-context.ts";
import type { TypedPicture } from "#web/catalogue/editor/product-fields.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Backdrop } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";

type Props = {
  image: TypedPicture;
  at: number;
  count: number;
  isDragged: boolean;
  /** The place of what is being dragged, or nothing any more. */
  onDrag: (at: number | undefined) => void;
  onDropHere: () => void;
  /** To that place; `button` is what was pressed. */
  onMove: (to: number, button: string) => void;
  onRemove: () => void;
  onChange: (more: Partial<TypedPicture>) => void;
};

/** A picture with its words and its place; dragged by itself, or moved by its buttons. */
export function PictureTile({ image, at, count, isDragged, onDrag, onDropHere, onMove, onRemove, onChange }: Props) {
  const called = `Picture ${at + 1}`;
  return (
    <li
      data-picture={image.id}
      aria-label={called}
      onDragOver={(event) => !event.dataTransfer.types.includes("Files") && event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        onDropHere();
      }}
      className={classes(
        "grid content-start gap-2 rounded border border-hairline p-2 sm:p-3",
        isDragged && "opacity-50",
      )}
    >
      <div
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = "move";
          onDrag(at);
        }}
        onDragEnd={() => onDrag(undefined)}
        className="relative cursor-pointer"
      >
        <Backdrop className="overflow-hidden rounded">
          <Picture image={image} sizes="(max-width: 640px) 80vw, 260px" alt={image.alt || called} draggable={false} />
        </Backdrop>
        {at === 0 && (
          <Badge tone="ink" className="absolute start-2 top-2">
            Cover
          </Badge>
        )}
      </div>
      <Places {...{ called, at, count, onMove, onRemove }} />
      <TextField
        label={`Words for ${called.toLowerCase()}`}
        labelHidden
        placeholder="What it shows, in words"
        title="Read aloud to those who can't see it"
        autoComplete="off"
        maxLength={300}
        value={image.alt}
        onChange={({ target }) => onChange({ alt: target.value })}
      />
      <Shows image={image} called={called} onChange={onChange} />
    </li>
  );
}

type PlacesProps = Pick<Props, "at" | "count" | "onMove" | "onRemove"> & { called: string };

const Places = ({ called, at, count, onMove, onRemove }: PlacesProps) => (
  <div className="flex justify-between">
    <span className="flex">
      <IconButton
        label={`Move ${called.toLowerCase()} earlier`}
        size="small"
        data-does="earlier"
        disabled={at === 0}
        onClick={() => onMove(at - 1, "earlier")}
      >
        <ArrowLeft />
      </IconButton>
      <IconButton
        label={`Move ${called.toLowerCase()} later`}
        size="small"
        data-does="later"
        disabled={at === count - 1}
        onClick={() => onMove(at + 1, "later")}
      >
        <ArrowRight />
      </IconButton>
    </span>
    <IconButton label={`Take out ${called.toLowerCase()}`} size="small" data-does="remove" onClick={onRemove}>
      <Trash2 />
    </IconButton>
  </div>
);

/** Of which of its options it is a picture, as in all red ones. */
function Shows({ image, called, onChange }: Pick<Props, "image" | "onChange"> & { called: string }) {
  const { control } = useProductForm();
  const groups = useWatch({ control, name: "groups" });
  const { optionGroups } = useDesk();
  const values = groups.flatMap(({ group_id, value_ids }) => {
    const group = optionGroups.find(({ id }) => id === group_id);
    return (group?.values ?? [])
      .filter(({ id }) => value_ids.includes(id) || id === image.option_value_id)
      .map(({ id, label }) => ({ id, label: `${group?.name}: ${label}` }));
  });
  if (values.length === 0) return null;
  return (
    <SelectField
      label={`What ${called.toLowerCase()} shows`}
      labelHidden
      size="small"
      value={image.option_value_id ?? ""}
      onChange={({ target }) => onChange({ option_value_id: Number(target.value) || null })}
    >
      <option value="">Any variation</option>
      {values.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

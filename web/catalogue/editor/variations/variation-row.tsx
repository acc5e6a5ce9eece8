import { ChevronDown, Trash2 } from "lucide-react";
import { memo, useId, useState } from "react";
import type { FieldErrors } from "react-hook-form";
import type { VariationFields } from "#web/catalogue/editor/product-fields.ts";
import { IconButton } from "#web/ui/forms/button.tsx";
import { Checkbox } from "#web/ui/forms/fields/field.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { moveFocusToNextRow } from "#web/ui/layout/focus-on-removal.ts";
import { Badge } from "#web/ui/text/badge.tsx";
import { AdvancedFields, CodeField, MoneyField, NumberField } from "./variation-fields.tsx";

type Props = {
  at: number;
  /** Its option values and title. */
  rowKey: string;
  title: string;
  isActive: boolean;
  isSmall: boolean;
  isSelected: boolean;
  /** The only variation can't be removed. */
  isOnly: boolean;
  errors: FieldErrors<VariationFields> | undefined;
  onToggle: (key: string, on: boolean) => void;
  onRemove: (at: number, title: string) => void;
};

/** The columns of the rows and their headings. */
export const columns =
  "grid items-start gap-3 md:grid-cols-[1.25rem_minmax(0,1fr)_6.5rem_5.5rem_minmax(0,1.3fr)_4.5rem]";

const inRow = ["price", "on_hand", "sku"];

/**
 * One variation. A product may have hundreds: unchanged rows don't render again, and rows off screen aren't laid out.
 */
export const VariationRow = memo(function VariationRow(props: Props) {
  const { at, rowKey, title, isActive, isSmall, isSelected, isOnly, errors, onToggle, onRemove } = props;
  const [isOpen, setOpen] = useState(false);
  // Local state, as hundreds of rows watching the form would be slow; other changes remount the row.
  const [isSold, setSold] = useState(isActive);
  const more = useId();
  // Rows with an error in a folded field stay open.
  const isExpanded = isOpen || Object.keys(errors ?? {}).some((field) => !inRow.includes(field));
  const labels = (label: string) => ({ label: isSmall ? label : `${label} of ${title}`, labelHidden: !isSmall });
  return (
    <li
      ref={moveFocusToNextRow}
      aria-label={title}
      className={
        "border-b border-hairline py-3 [contain-intrinsic-size:auto_13.8rem] " +
        "md:[contain-intrinsic-size:auto_4.25rem] [content-visibility:auto] last:border-0"
      }
    >
      <div className={columns}>
        <div className="flex items-center gap-3 md:contents">
          <span className="md:flex md:h-11 md:items-center">
            <Checkbox
              label={`Select ${title}`}
              labelHidden
              checked={isSelected}
              onChange={({ target }) => onToggle(rowKey, target.checked)}
            />
          </span>
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 text-sm font-medium md:min-h-11">
            <span className="min-w-0 break-words">{title}</span>
            {!isSold && <Badge>Inactive</Badge>}
          </span>
          {isSmall && (
            <Buttons {...{ title, isExpanded, more, isOnly, at, onRemove }} onOpen={() => setOpen(!isExpanded)} />
          )}
        </div>
        <div className={isSmall ? "grid grid-cols-2 gap-3" : "contents"}>
          <MoneyField at={at} field="price" errors={errors} {...labels("Price")} />
          <NumberField at={at} field="on_hand" errors={errors} {...labels("In stock")} />
          <CodeField at={at} field="sku" errors={errors} {...labels("SKU")} className={isSmall ? "col-span-2" : ""} />
        </div>
        {!isSmall && (
          <Buttons {...{ title, isExpanded, more, isOnly, at, onRemove }} onOpen={() => setOpen(!isExpanded)} />
        )}
      </div>
      {isExpanded && (
        <div id={more} className="mt-3 rounded bg-sunken p-4 md:ms-8">
          <AdvancedFields at={at} errors={errors} onSold={setSold} />
        </div>
      )}
    </li>
  );
});

type ButtonsProps = Pick<Props, "at" | "title" | "isOnly" | "onRemove"> & {
  isExpanded: boolean;
  /** Id of the element it unfolds. */
  more: string;
  onOpen: () => void;
};

const Buttons = ({ at, title, isOnly, isExpanded, more, onOpen, onRemove }: ButtonsProps) => (
  <span className="flex justify-end md:h-11 md:items-center">
    <IconButton
      label={`More fields for ${title}`}
      icon={<ChevronDown className={classes("transition-transform", isExpanded && "rotate-180")} />}
      size="small"
      aria-expanded={isExpanded}
      aria-controls={isExpanded ? more : undefined}
      onClick={onOpen}
    />
    <IconButton
      label={isOnly ? "A product must have at least one variation" : `Remove ${title}`}
      icon={<Trash2 />}
      size="small"
      data-remove
      disabled={isOnly}
      onClick={() => onRemove(at, title)}
    />
  </span>
);

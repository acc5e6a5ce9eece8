import { ChevronDown, Trash2 } from "lucide-react";
import { memo, useId, useState } from "react";
import type { FieldErrors } from "react-hook-form";
import type { TypedVariation } from "#web/catalogue/editor/product-fields.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { classes } from "#web/ui/classes.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { CodeField, MoneyField, MoreFields, WholeField } from "./variation-fields.tsx";

type Props = {
  at: number;
  /** What tells it from the others, and their words. */
  rowKey: string;
  title: string;
  isActive: boolean;
  isSmall: boolean;
  isTicked: boolean;
  /** The last one a product has stays. */
  isOnly: boolean;
  errors: FieldErrors<TypedVariation> | undefined;
  onTick: (key: string, on: boolean) => void;
  onRemove: (at: number, title: string) => void;
};

/** Where what stands in a row stands, and the words above it. */
export const columns =
  "grid items-start gap-3 md:grid-cols-[1.25rem_minmax(0,1fr)_6.5rem_5.5rem_minmax(0,1.3fr)_4.5rem]";

const inRow = ["price", "on_hand", "sku"];

/** One variation. A product may have hundreds: a row that nothing happened to is not drawn again, one out of sight not at all. */
export const VariationRow = memo(function VariationRow(props: Props) {
  const { at, rowKey, title, isActive, isSmall, isTicked, isOnly, errors, onTick, onRemove } = props;
  const [isOpen, setOpen] = useState(false);
  // Hundreds of rows that watch the form would each read all of it; whatever else changes this makes the row anew.
  const [isSold, setSold] = useState(isActive);
  const more = useId();
  // A mistake is never folded away.
  const isShown = isOpen || Object.keys(errors ?? {}).some((field) => !inRow.includes(field));
  const labels = (words: string) => ({ label: isSmall ? words : `${words} of ${title}`, labelHidden: !isSmall });
  return (
    <li
      aria-label={title}
      className="border-b border-hairline py-3 [contain-intrinsic-size:auto_13.8rem] md:[contain-intrinsic-size:auto_4.25rem] [content-visibility:auto] last:border-0"
    >
      <div className={columns}>
        <div className="flex items-center gap-3 md:contents">
          <span className="md:flex md:h-11 md:items-center">
            <Checkbox
              label={`Choose ${title}`}
              labelHidden
              checked={isTicked}
              onChange={({ target }) => onTick(rowKey, target.checked)}
            />
          </span>
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 text-sm font-medium md:min-h-11">
            <span className="min-w-0 break-words">{title}</span>
            {!isSold && <Badge>Not sold</Badge>}
          </span>
          {isSmall && <Buttons {...{ title, isShown, more, isOnly, at, onRemove }} onOpen={() => setOpen(!isShown)} />}
        </div>
        <div className={isSmall ? "grid grid-cols-2 gap-3" : "contents"}>
          <MoneyField at={at} field="price" errors={errors} {...labels("Price")} />
          <WholeField at={at} field="on_hand" errors={errors} {...labels("In stock")} />
          <CodeField at={at} field="sku" errors={errors} {...labels("SKU")} className={isSmall ? "col-span-2" : ""} />
        </div>
        {!isSmall && <Buttons {...{ title, isShown, more, isOnly, at, onRemove }} onOpen={() => setOpen(!isShown)} />}
      </div>
      {isShown && (
        <div id={more} className="mt-3 rounded bg-sunken p-4 md:ms-8">
          <MoreFields at={at} errors={errors} onSold={setSold} />
        </div>
      )}
    </li>
  );
});

type ButtonsProps = Pick<Props, "at" | "title" | "isOnly" | "onRemove"> & {
  isShown: boolean;
  /** The element that it unfolds. */
  more: string;
  onOpen: () => void;
};

const Buttons = ({ at, title, isOnly, isShown, more, onOpen, onRemove }: ButtonsProps) => (
  <span className="flex justify-end md:h-11 md:items-center">
    <IconButton
      label={`More of ${title}`}
      size="small"
      aria-expanded={isShown}
      aria-controls={isShown ? more : undefined}
      onClick={onOpen}
    >
      <ChevronDown className={classes("transition-transform", isShown && "rotate-180")} />
    </IconButton>
    <IconButton
      label={isOnly ? "A product keeps at least one variation" : `Take out ${title}`}
      size="small"
      data-remove
      disabled={isOnly}
      onClick={() => onRemove(at, title)}
    >
      <Trash2 />
    </IconButton>
  </span>
);

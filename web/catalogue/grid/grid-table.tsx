import { type ClipboardEvent, type KeyboardEvent, memo } from "react";
import type { GridRow } from "#contract/catalogue/variation-grid.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { classes } from "#web/ui/layout/classes.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { HeadCell, Table } from "#web/ui/lists/table.tsx";
import {
  type CellErrors,
  cellKey,
  type GridColumn,
  gridColumns,
  isEditable,
  parseCells,
  type RowEdits,
  savedText,
} from "./grid-edits.ts";
import type { useGrid } from "./use-grid.ts";

const columnLabels: Record<GridColumn, string> = {
  sku: "SKU",
  price: "Price",
  compare_at: "Compare-at price",
  on_hand: "In stock",
  low_stock_level: "Low-stock level",
  measure: "Unit price for",
};

const inputModes: Record<GridColumn, "text" | "decimal" | "numeric"> = {
  sku: "text",
  price: "decimal",
  compare_at: "decimal",
  on_hand: "numeric",
  low_stock_level: "numeric",
  measure: "text",
};

/** A table of inputs. Arrow keys and Enter move between cells; cells copied from a spreadsheet are pasted over many. */
export const GridTable = ({ grid: { rows, edits, errors, setText, paste } }: { grid: ReturnType<typeof useGrid> }) => (
  <Table label="Variations">
    <thead>
      <tr>
        <HeadCell className="start-0 z-2">Product</HeadCell>
        {gridColumns.map((column) => (
          <HeadCell key={column} numeric={column !== "sku"}>
            {columnLabels[column]}
          </HeadCell>
        ))}
      </tr>
    </thead>
    <tbody onKeyDown={moveFocus}>
      {rows.map((row, at) => (
        <GridTableRow
          key={row.variation_id}
          at={at}
          row={row}
          edits={edits.get(row.variation_id)}
          errors={errorsOf(errors, row.variation_id)}
          onText={setText}
          onPaste={paste}
        />
      ))}
    </tbody>
  </Table>
);

/** The errors of a row in the order of its columns; one text, so that rows without changes aren't rendered again. */
const errorsOf = (errors: CellErrors, id: number) =>
  gridColumns.map((column) => errors[cellKey(id, column)] ?? "").join("\n");

interface RowProps {
  at: number;
  row: GridRow;
  edits: RowEdits | undefined;
  errors: string;
  onText: (at: number, column: GridColumn, text: string) => void;
  onPaste: (at: number, column: GridColumn, cells: string[][]) => void;
}

const GridTableRow = memo(function GridTableRow({ at, row, edits, errors, onText, onPaste }: RowProps) {
  const name = [row.product, row.variation].filter(Boolean).join(", ");
  const messages = errors.split("\n");
  return (
    <tr className="border-b border-hairline last:border-0">
      <th
        scope="row"
        className="sticky start-0 w-full max-w-0 min-w-28 truncate bg-surface px-3 text-start font-medium md:min-w-44"
      >
        <ShopLink
          to={dashboardPaths.product(row.product_id)}
          className="underline-offset-4 hover:underline"
          title={name}
        >
          {row.product}
        </ShopLink>
        {row.variation && <span className="font-normal text-muted max-md:block max-md:truncate"> {row.variation}</span>}
      </th>
      {gridColumns.map((column, place) => (
        <td
          key={column}
          className={classes("border-s border-hairline p-0", edits?.[column] !== undefined && "bg-warning-soft")}
        >
          <GridCell
            {...{ at, column, onText, onPaste }}
            label={`${columnLabels[column]} of ${name}`}
            text={edits?.[column] ?? savedText(row, column)}
            saved={savedText(row, column)}
            error={messages[place] ?? ""}
            readOnly={!isEditable(row, column)}
          />
        </td>
      ))}
    </tr>
  );
});

interface CellProps extends Pick<RowProps, "at" | "onText" | "onPaste"> {
  column: GridColumn;
  label: string;
  text: string;
  saved: string;
  error: string;
  readOnly: boolean;
}

function GridCell({ at, column, label, text, saved, error, readOnly, onText, onPaste }: CellProps) {
  const id = `cell-${at}-${column}`;
  const pasteMany = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData("text/plain");
    if (!/[\t\n]/.test(pasted)) return;
    event.preventDefault();
    onPaste(at, column, parseCells(pasted));
  };
  return (
    <>
      <input
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        data-cell={`${at} ${column}`}
        autoComplete="off"
        readOnly={readOnly}
        inputMode={inputModes[column]}
        value={text}
        onChange={({ target }) => onText(at, column, target.value)}
        onFocus={({ target }) => target.select()}
        onPaste={pasteMany}
        onKeyDown={({ key }) => key === "Escape" && onText(at, column, saved)}
        className={classes(
          "h-11 w-full scroll-ms-32 md:scroll-ms-44 scroll-mt-36 bg-transparent px-3 text-sm focus-visible:outline-2 " +
            "focus-visible:-outline-offset-2 pointer-fine:md:h-9",
          column === "sku" ? "min-w-28 sm:min-w-44 md:min-w-64" : "min-w-24 text-end tabular-nums md:min-w-32",
          error && "text-danger",
          readOnly && "text-muted",
        )}
      />
      {error && (
        <p id={id} className={classes("px-3 pb-1 text-xs text-danger", column !== "sku" && "text-end")}>
          {error}
        </p>
      )}
    </>
  );
}

/** Arrow keys and Enter go to the next cell; left and right only from the end of the text, or when all is selected. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  // Enter also ends the composition of digits, such as Japanese ones.
  if (event.nativeEvent.isComposing) return;
  const [at = "", column = ""] = input.dataset.cell?.split(" ") ?? [];
  const [start, end] = [input.selectionStart ?? 0, input.selectionEnd ?? 0];
  const isAll = start === 0 && end === input.value.length;
  const steps: Record<string, [down: number, right: number] | undefined> = {
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
    Enter: [event.shiftKey ? -1 : 1, 0],
    ArrowLeft: isAll || end === 0 ? [0, -1] : undefined,
    ArrowRight: isAll || start === input.value.length ? [0, 1] : undefined,
  };
  const step = steps[event.key];
  if (!step || (event.shiftKey && event.key !== "Enter")) return;
  const next = `${Number(at) + step[0]} ${gridColumns[gridColumns.indexOf(column as GridColumn) + step[1]]}`;
  const cell = event.currentTarget.querySelector<HTMLInputElement>(`[data-cell="${next}"]`);
  if (!cell) return;
  event.preventDefault();
  cell.focus();
}

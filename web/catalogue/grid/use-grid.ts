import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { type Dispatch, type SetStateAction, useCallback, useState } from "react";
import type { GridChange, GridRow } from "#contract/catalogue/variation-grid.ts";
import { call, freshQuery } from "#web/api/call.ts";
import { type ProductListFilters, refreshProducts } from "#web/catalogue/products/products.queries.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import {
  type CellErrors,
  cellKey,
  conflictsOf,
  type GridColumn,
  type GridEdits,
  pasteCells,
  setCell,
  toCellErrors,
  toChanges,
  withoutSaved,
} from "./grid-edits.ts";

export const rowsPerPage = 100;

export const useGridRows = (filters: ProductListFilters & { page: number }) =>
  useQuery({
    ...freshQuery("GET /product/admin/variations", { query: { ...filters, per_page: rowsPerPage } }),
    refetchOnReconnect: false,
    placeholderData: keepPreviousData,
  });

interface State {
  /** As saved, and as others have saved since. */
  rows: GridRow[];
  edits: GridEdits;
  errors: CellErrors;
  /** The edits before each change, for undo. */
  history: GridEdits[];
  /** The cell of the last change: typing in it is undone at once. */
  typing: string | undefined;
}

/** The edits of a page of the grid until they are saved together. */
export function useGrid(loaded: GridRow[]) {
  const [state, setState] = useState<State>({ rows: loaded, ...noEdits });
  const { rows, edits, errors, history } = state;
  const { saving, failure } = useSaving(setState);
  const setText = useCallback((at: number, column: GridColumn, text: string) => {
    setState((now) => {
      const row = now.rows[at];
      return row ? withEdits(now, setCell(now.edits, row, column, text), cellKey(row.variation_id, column)) : now;
    });
  }, []);
  const paste = useCallback((row: number, column: GridColumn, cells: string[][]) => {
    setState((now) => withEdits(now, pasteCells(now.edits, now.rows, { row, column }, cells)));
  }, []);
  const save = () => {
    const result = toChanges(edits, rows);
    if ("errors" in result) setState((now) => ({ ...now, errors: result.errors }));
    else saving.mutate({ changes: result.changes, sent: edits });
  };
  return {
    rows,
    edits,
    errors,
    setText,
    paste,
    save,
    isSaving: saving.isPending,
    problem: failure ?? (Object.keys(errors).length > 0 ? "Some cells need your attention." : undefined),
    undo: history.length > 0 ? () => setState(withoutLastEdit) : undefined,
    /** Edits of `before`, the rows as they were then. */
    restore: ({ edits: typed, before }: GridDraft) => setState((now) => restoreEdits(now, typed, before)),
    discard: () => setState(({ rows: current }) => ({ rows: current, ...noEdits })),
  };
}

const noEdits = { edits: new Map(), errors: {}, history: [], typing: undefined };

/** Unsaved edits and the rows that they are of. */
export interface GridDraft {
  edits: GridEdits;
  before: GridRow[];
}

function restoreEdits(now: State, typed: GridEdits, before: GridRow[]): State {
  const shown = new Set(now.rows.map((row) => row.variation_id));
  const edits: GridEdits = new Map([...typed].filter(([id]) => shown.has(id)));
  return { ...withEdits(now, edits), errors: conflictsOf(edits, before, now.rows) };
}

/** New edits; those of one cell in a row are undone together. */
function withEdits(now: State, edits: GridEdits, typing?: string): State {
  const { [typing ?? ""]: _corrected, ...errors } = now.errors;
  const isSameCell = typing !== undefined && typing === now.typing;
  return { ...now, edits, errors, history: isSameCell ? now.history : [...now.history, now.edits], typing };
}

const withoutLastEdit = ({ rows, history }: State): State => ({
  rows,
  ...noEdits,
  edits: history.at(-1) ?? noEdits.edits,
  history: history.slice(0, -1),
});

interface Sent {
  changes: GridChange[];
  sent: GridEdits;
}

function useSaving(setState: Dispatch<SetStateAction<State>>) {
  const saving = useMutation({
    mutationFn: ({ changes }: Sent) => call("PUT /product/admin/variations", { body: { changes } }),
    onSuccess: ({ data }, { sent }) => {
      setState(({ rows, edits }) => ({
        ...noEdits,
        rows: mergeRows(rows, data),
        edits: withoutSaved(edits, sent, data),
      }));
      toastDone(data, data.length === 1 ? "1 variation saved" : `${data.length} variations saved`);
      refreshProducts();
    },
    onError: ({ code, details, errors }, { changes }) => {
      const current = code === "stale" ? (details.current as GridRow[]) : [];
      setState((now) => ({
        ...now,
        rows: mergeRows(now.rows, current),
        errors: { ...toCellErrors(changes, errors), ...conflictsOf(now.edits, now.rows, current) },
      }));
    },
  });
  return { saving, failure: saving.error?.code === "bad_input" ? undefined : saving.error?.message };
}

function mergeRows(rows: readonly GridRow[], changed: readonly GridRow[]): GridRow[] {
  const byId = new Map(changed.map((row) => [row.variation_id, row]));
  return rows.map((row) => byId.get(row.variation_id) ?? row);
}

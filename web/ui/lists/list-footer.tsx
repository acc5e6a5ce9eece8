import { useSearchParams } from "react-router";
import type { PageMeta } from "#contract/endpoint.ts";
import { SelectField } from "#web/ui/forms/fields/field.tsx";
import { pageSizes, useListParams } from "./list-params.ts";
import { listTotal } from "./list-total.ts";
import { Pagination } from "./pagination.tsx";

type Paged = { page: number; per_page: number };
type Props<Query extends Paged> = {
  /** Plural: "orders". */
  noun: string;
  meta: PageMeta;
  /** Parse and make the URL of the list. */
  read: (search: URLSearchParams) => Query;
  write: (query: Query) => string;
};

/** Below a list of the dashboard: range, pagination and page size. */
export function ListFooter<Query extends Paged>({ noun, meta, read, write }: Props<Query>) {
  const change = useListParams(read, write);
  const [search] = useSearchParams();
  const query = read(search);
  const first = (meta.page - 1) * meta.per_page + 1;
  const last = Math.min(meta.total, meta.page * meta.per_page);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-sm text-muted tabular-nums">
        {first}–{last} of {listTotal(meta)} {noun}
      </p>
      <Pagination page={meta.page} pages={meta.pages} href={(page) => write({ ...query, page })} />
      <SelectField
        label={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} on a page`}
        labelHidden
        size="small"
        value={query.per_page}
        onChange={({ target }) => change((now) => ({ ...now, per_page: Number(target.value) }))}
        className="w-36"
        options={pageSizes.map((size) => [size, `${size} a page`])}
      />
    </div>
  );
}

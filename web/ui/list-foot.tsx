import { useNavigate } from "react-router";
import type { PageMeta } from "#contract/endpoint.ts";
import { shopLocale } from "#words/say.ts";
import { pageSizes } from "./list-address.ts";
import { Pagination } from "./pagination.tsx";
import { SelectField } from "./select-field.tsx";

type Props = {
  /** What is listed, in the plural: "orders". */
  noun: string;
  meta: PageMeta;
  /** The address of a page of this list, a size given. */
  href: (asked: { page: number; per_page: number }) => string;
};

/** Below a list of the dashboard: how much of it is shown, its pages, and how long one is. */
export function ListFoot({ noun, meta, href }: Props) {
  const navigate = useNavigate();
  const first = (meta.page - 1) * meta.per_page + 1;
  const last = Math.min(meta.total, meta.page * meta.per_page);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-sm text-muted tabular-nums">
        {first}–{last} of {meta.total.toLocaleString(shopLocale())} {noun}
      </p>
      <Pagination page={meta.page} pages={meta.pages} href={(page) => href({ page, per_page: meta.per_page })} />
      <SelectField
        label={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} on a page`}
        labelHidden
        size="small"
        value={meta.per_page}
        onChange={({ target }) => void navigate(href({ page: 1, per_page: Number(target.value) }), { replace: true })}
        className="w-36"
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {size} a page
          </option>
        ))}
      </SelectField>
    </div>
  );
}

import type { ChangeEvent, ReactNode } from "react";
import { useSearchParams } from "react-router";
import { DateField } from "#web/ui/forms/fields/date-field.tsx";
import { SelectField } from "#web/ui/forms/fields/field.tsx";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import type { ListAddress, ListQuery, Shape } from "./list-address.ts";
import { useListParams } from "./list-params.ts";
import { ListSearch } from "./list-search.tsx";

/** What the URL says about a list. */
export function useListQuery<Filters extends Shape>(list: ListAddress<Filters>) {
  const [search] = useSearchParams();
  return list.read(search);
}

/** Sets a filter of a list, by its text; undefined removes it. */
function useSetFilter<Filters extends Shape>(list: ListAddress<Filters>) {
  const change = useListParams(list.read, list.write);
  return (name: string, value: string | undefined) =>
    change(() => ({ [name]: value || undefined }) as Partial<ListQuery<Filters>>);
}

type FilterProps<Filters extends Shape, Value extends string> = {
  list: ListAddress<Filters>;
  name: keyof Filters & string;
  label: string;
  /** The labels of its values, in their order. */
  options: Record<Value, Label>;
};
type Label = string | { label: ReactNode };
const labelOf = (label: Label) => (typeof label === "string" ? label : label.label);

type ToolbarProps = {
  /** Tabs and other filters. */
  children?: ReactNode;
  /** Controls at the end, before the search. */
  filters?: ReactNode;
  search: { label: string; placeholder: string };
};

/** Above a list: tabs, filters and search. */
export function ListToolbar<Filters extends Shape>({
  list,
  search,
  filters,
  children,
}: ToolbarProps & { list: ListAddress<Filters> }) {
  const { name } = useListQuery(list) as { name?: string };
  const set = useSetFilter(list);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      {children}
      <div className="flex flex-wrap items-end gap-3 max-sm:w-full">
        {filters}
        <ListSearch {...search} name={name} onSearch={(text) => set("name", text)} />
      </div>
    </div>
  );
}

/** A filter as tabs, of which the first shows all. */
export function ListTabs<Filters extends Shape, Value extends string>({
  list,
  name,
  label,
  options,
}: FilterProps<Filters, Value>) {
  const query = useListQuery(list);
  const tabs: [string | undefined, Label][] = [[undefined, "All"], ...Object.entries<Label>(options)];
  return (
    <nav aria-label={label} className="scroller -mx-1 max-w-full gap-0.5 px-1 py-1">
      {tabs.map(([value, content]) => (
        <TabLink
          key={value ?? "all"}
          to={list.write({ ...query, [name]: value, page: 1 })}
          chosen={query[name] === value}
        >
          {labelOf(content)}
        </TabLink>
      ))}
    </nav>
  );
}

/** A filter as a select field, whose first option (`all`) shows all. */
export function ListFilter<Filters extends Shape, Value extends string>({
  list,
  name,
  label,
  all,
  options,
}: Omit<FilterProps<Filters, Value>, "options"> & {
  all: string;
  options: Partial<Record<Value, Label>> | readonly (readonly [string, string])[];
}) {
  const query = useListQuery(list);
  const set = useSetFilter(list);
  return (
    <SelectField
      label={label}
      labelHidden
      value={String(query[name] ?? "")}
      onChange={({ target }) => set(name, target.value)}
      className="w-44 max-sm:w-full"
      placeholder={all}
      options={(Array.isArray(options) ? options : Object.entries(options)).map(([value, text]) => [
        value,
        labelOf(text),
      ])}
    />
  );
}

type DaysProps<Filters extends Shape> = { list: ListAddress<Filters>; className?: string };

/** The first and the last day of what a list shows, its filters `from` and `to`. */
export function ListDays<Filters extends Shape>({ list, className }: DaysProps<Filters>) {
  const { from, to } = useListQuery(list) as { from?: string; to?: string };
  const set = useSetFilter(list);
  const day = (name: "from" | "to", value = "") => ({
    value,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set(name, target.value),
  });
  return (
    <>
      <DateField label="From" className={className} max={to} {...day("from", from)} />
      <DateField label="Until" className={className} min={from} {...day("to", to)} />
    </>
  );
}

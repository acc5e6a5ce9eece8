import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { SelectField } from "#web/ui/forms/fields/field.tsx";
import { say } from "#words/say.ts";
import { type Filters, formFields, type SetFilters, type Sort, sorts, withFilters } from "./filters.ts";

/** The sort order. "Best match" is for searches only. */
export function SortSelect({ filters, choose }: { filters: Filters; choose: SetFilters }) {
  const usual: Sort = filters.name ? "relevance" : "popular";
  const offered = sorts.filter(({ value }) => value !== "relevance" || filters.name);
  const change = (sort: Sort) => choose(withFilters(filters, { sort: sort === usual ? undefined : sort }));
  return (
    <form method="get" action={paths.products()} onSubmit={(event) => event.preventDefault()} className="flex gap-2">
      <HiddenFields filters={filters} except={["sort"]} />
      <SelectField
        label={say("Sort by")}
        labelHidden
        name="sort"
        size="small"
        value={filters.sort ?? usual}
        onChange={({ target }) => change(target.value as Sort)}
        className="min-w-44 grow pointer-coarse:[&_select]:h-11"
        options={offered.map(({ value, label }) => [value, say(label)])}
      />
      <span className="hidden noscript:inline">
        <Button type="submit" size="small">
          {say("Sort")}
        </Button>
      </span>
    </form>
  );
}

/** Hidden inputs for the filters a form doesn't show, so that submitting it keeps them. */
export const HiddenFields = ({ filters, except }: { filters: Filters; except: string[] }) =>
  formFields(filters, ...except).map(({ name, value }) => (
    <input key={`${name}-${value}`} type="hidden" name={name} value={value} />
  ));

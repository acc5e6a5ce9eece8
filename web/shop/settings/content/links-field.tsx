import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useState } from "react";
import type { AllSettings } from "#contract/shop/settings.ts";
import { Button, IconButton } from "#web/ui/forms/button.tsx";
import { FieldError, TextField } from "#web/ui/forms/fields/field.tsx";
import { OptionSearch } from "#web/ui/forms/fields/option-search.tsx";
import { useRowKeys } from "#web/ui/lists/row-keys.ts";
import { addressProblem, isPathOfShop, type LinkOption, type LinkTargets, linkOptions } from "./link-options.ts";
import type { LinkErrors } from "./link-rows.ts";

type Links = AllSettings["content"]["navigation_links"];
type Props = {
  label: string;
  /** "navigation link". */
  noun: string;
  hint: string;
  links: Links;
  most: number;
  targets: LinkTargets;
  error: string | undefined;
  /** Of each row. */
  errors: readonly (LinkErrors | undefined)[];
  onChange: (links: Links) => void;
};

/** Links of a menu: a search of pages and categories adds them, and rows are edited, moved and removed. */
export function LinksField({ label, noun, hint, links, most, targets, error, errors, onChange }: Props) {
  const rows = useRowKeys(links.length);
  const move = (index: number, by: 1 | -1) => {
    const [one, other] = [links[index], links[index + by]];
    if (!one || !other) return;
    rows.swap(index, index + by);
    onChange(links.with(index, other).with(index + by, one));
  };
  const remove = (index: number) => {
    rows.remove(index);
    onChange(links.toSpliced(index, 1));
  };
  return (
    <div role="group" aria-label={label} className="grid gap-3">
      <div>
        <h3 className="text-sm font-semibold">{label}</h3>
        <p className="text-sm text-muted">{hint}</p>
      </div>
      {links.length > 0 && (
        <ol className="grid gap-3">
          {links.map((link, index) => (
            <LinkRow
              key={rows.keys[index]}
              name={`${noun} ${index + 1} of ${links.length}`}
              link={link}
              errors={errors[index]}
              isFirst={index === 0}
              isLast={index === links.length - 1}
              onChange={(changed) => onChange(links.with(index, changed))}
              onMove={(by) => move(index, by)}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      )}
      {error && <FieldError id={`${noun.replaceAll(" ", "-")}-error`}>{error}</FieldError>}
      {links.length < most ? (
        <AddLink targets={targets} noun={noun} onAdd={(added) => onChange([...links, added])} />
      ) : (
        <p className="text-sm text-muted">There can be up to {most}.</p>
      )}
    </div>
  );
}

const maxShown = 8;

type AddProps = Pick<Props, "targets" | "noun"> & { onAdd: (link: Links[number]) => void };

function AddLink({ targets, noun, onAdd }: AddProps) {
  const [text, setText] = useState("");
  const found = linkOptions(text, targets);
  const add = ({ label, href }: Pick<LinkOption, "label" | "href">) => {
    onAdd({ label, href });
    setText("");
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-start gap-2">
        <div className="grid min-w-56 flex-1 gap-2">
          <OptionSearch
            label={`Search pages and categories for a ${noun}`}
            placeholder="Search pages and categories"
            value={text}
            onValue={setText}
            options={found.slice(0, maxShown)}
            onChoose={add}
            startsAtFirst
          />
        </div>
        <Button onClick={() => onAdd({ label: "", href: "" })}>Add {noun}</Button>
      </div>
      {text.trim() !== "" && found.length === 0 && (
        <p role="status" className="text-sm text-muted">
          Nothing found. Add a link with an address of your own.
        </p>
      )}
    </div>
  );
}

type RowProps = {
  name: string;
  link: Links[number];
  errors: LinkErrors | undefined;
  isFirst: boolean;
  isLast: boolean;
  onChange: (link: Links[number]) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};

function LinkRow({ name, link, errors, isFirst, isLast, onChange, onMove, onRemove }: RowProps) {
  const [left, setLeft] = useState(link.href);
  const isSettled = left === link.href;
  const leadsNowhere = useLeadsNowhere(isSettled ? link.href : "");
  const problem = isSettled && link.href.trim() !== "" ? addressProblem(link.href) : undefined;
  return (
    <li
      className={
        "grid grid-cols-[minmax(0,1fr)_auto] gap-3 rounded-lg border border-hairline p-4 " +
        "md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto]"
      }
    >
      <TextField
        label="Text"
        maxLength={60}
        className="max-md:col-span-2"
        value={link.label}
        error={errors?.label?.message}
        onChange={({ target }) => onChange({ ...link, label: target.value })}
        aria-label={`Text of ${name}`}
      />
      <TextField
        label="Address"
        maxLength={300}
        placeholder="/products"
        className="max-md:col-span-2"
        value={link.href}
        error={problem ?? errors?.href?.message}
        hint={
          leadsNowhere ? (
            <span className="text-warning">No page has this address. Customers would see “Page not found”.</span>
          ) : undefined
        }
        onChange={({ target }) => onChange({ ...link, href: target.value })}
        onBlur={() => setLeft(link.href)}
        aria-label={`Address of ${name}`}
      />
      <span className="flex max-md:col-span-2 max-md:justify-end md:pt-6.5">
        <IconButton label={`Move up: ${name}`} icon={<ArrowUp />} disabled={isFirst} onClick={() => onMove(-1)} />
        <IconButton label={`Move down: ${name}`} icon={<ArrowDown />} disabled={isLast} onClick={() => onMove(1)} />
        <IconButton label={`Remove: ${name}`} icon={<Trash2 />} onClick={onRemove} />
      </span>
    </li>
  );
}

/** Whether the shop has no page at a path: it is asked, as it knows its redirects too. */
function useLeadsNowhere(href: string): boolean {
  const { data } = useQuery({
    queryKey: ["page exists", href],
    queryFn: async ({ signal }) => (await fetch(href, { method: "HEAD", signal })).status,
    enabled: isPathOfShop(href),
    staleTime: 60_000,
    retry: false,
  });
  return data === 404;
}

import { Menu as Base } from "@base-ui/react/menu";
import { type ReactElement, type ReactNode, useState } from "react";
import { Link } from "react-router";
import { classes } from "./classes.ts";
import { popupLook } from "./popup-look.ts";

export type MenuEntry =
  | { label: string; icon?: ReactNode; badge?: ReactNode; href: string }
  | { label: string; icon?: ReactNode; badge?: ReactNode; onSelect: () => void; danger?: boolean; disabled?: boolean }
  | "line";

type Props = {
  /** The button that opens it, such as `<IconButton label="More">…</IconButton>`. */
  trigger: ReactElement;
  entries: MenuEntry[];
  /** Over the entries: a greeting, an explanation. */
  head?: ReactNode;
  align?: "start" | "end";
  /** Open as soon as it is drawn: for a menu that was loaded by the press that asked for it. */
  defaultOpen?: boolean;
};

/** A menu under a button. Entries with `href` are links. */
export function Menu({ trigger, entries, head, align = "end", defaultOpen }: Props) {
  const [container, setContainer] = useState(() => landmark());
  return (
    <Base.Root
      defaultOpen={defaultOpen}
      modal={false}
      onOpenChange={(open, details) => open && setContainer(landmark(details.trigger))}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal container={container} className="contents">
        <Base.Positioner align={align} sideOffset={6} className="z-50">
          <Base.Popup className={classes(popupLook, "min-w-52 p-1.5")}>
            {head && <div className="mb-1.5 border-b border-hairline px-2.5 pt-1.5 pb-3 text-sm">{head}</div>}
            {entries.map((entry, index) => (
              // A line has no name of its own; the entries of a menu do not move.
              <Entry key={entry === "line" ? index : entry.label} entry={entry} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** All that is read must stand in a landmark: the dialog the button is in, or else the page's main part. */
const landmark = (trigger?: Element) =>
  typeof document === "undefined"
    ? undefined
    : (trigger?.closest<HTMLElement>("[role=dialog]") ?? document.querySelector("main") ?? undefined);

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry === "line") return <Base.Separator className="-mx-1.5 my-1.5 h-px bg-hairline" />;
  const content = (
    <>
      {entry.icon}
      <span className="min-w-0 flex-1">{entry.label}</span>
      {entry.badge}
    </>
  );
  if ("href" in entry) {
    return (
      <Base.LinkItem className={item} closeOnClick render={<Link to={entry.href} prefetch="intent" />}>
        {content}
      </Base.LinkItem>
    );
  }
  return (
    <Base.Item
      className={classes(item, entry.danger && "text-danger")}
      disabled={entry.disabled}
      onClick={entry.onSelect}
    >
      {content}
    </Base.Item>
  );
}

const item =
  "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-sm select-none pointer-coarse:min-h-11 " +
  "data-highlighted:bg-sunken data-disabled:cursor-not-allowed data-disabled:opacity-50 focus-visible:-outline-offset-2 " +
  "[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:opacity-70";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Category } from "#contract/catalogue/categories.ts";
import { query } from "#web/api/query.ts";
import { paths } from "#web/paths.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";
import { closeLevel, currentLevel, type Level, levelName, openLevel, topLevels } from "./levels.ts";
import { handleMenuKey } from "./menu-keys.ts";

/** The children of a category; the top level for an empty path. */
const levelQuery = (path: string) =>
  query("GET /categories", { query: path ? { parent: path, depth: 1 } : { depth: 1 } });

/** The category menu, one level at a time: a level is fetched when it is opened, so the size of the tree doesn't matter. */
export function MenuLevels({ onLeave }: { onLeave: () => void }) {
  const [levels, setLevels] = useState(topLevels);
  const [cameFrom, setCameFrom] = useState<string>();
  const panel = useRef<HTMLElement>(null);
  const level = currentLevel(levels);
  const parent = levels.at(-2);
  const open = (category: Category) => {
    setCameFrom("");
    setLevels(openLevel(levels, category));
  };
  const back = () => {
    if (!parent) return;
    setCameFrom(level.path);
    setLevels(closeLevel(levels));
  };
  // The pressed element goes with its level: focus the back button, or the category one came from.
  useEffect(() => {
    if (cameFrom === undefined) return;
    const from = cameFrom && panel.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(cameFrom)}"]`);
    (from || panel.current?.querySelector<HTMLElement>("a, button"))?.focus();
  }, [cameFrom, level.path]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (panel.current && handleMenuKey(panel.current, event, back)) event.preventDefault();
  };
  return (
    <nav ref={panel} aria-label={say("Categories")} onKeyDown={onKeyDown} className="overflow-x-clip">
      <div
        key={level.path}
        className={cameFrom ? `${slide} starting:-translate-x-4` : `${slide} starting:translate-x-4`}
      >
        <LevelHead level={level} parent={parent} onBack={back} onLeave={onLeave} />
        <LevelList level={level} onOpen={open} onLeave={onLeave} />
      </div>
    </nav>
  );
}

const slide = "transition-[opacity,translate] duration-(--calm) starting:opacity-0";
const row = "menu-row min-h-11 py-2";

interface HeadProps {
  level: Level;
  parent: Level | undefined;
  onBack: () => void;
  onLeave: () => void;
}

function LevelHead({ level, parent, onBack, onLeave }: HeadProps) {
  return (
    <>
      {parent && (
        <button
          type="button"
          onClick={onBack}
          aria-label={say("Back to {name}", { name: levelName(parent) })}
          className={`${row} text-muted`}
        >
          <ChevronLeft className="size-4 shrink-0 rtl:-scale-x-100" aria-hidden="true" />
          {levelName(parent)}
        </button>
      )}
      <div className="mb-1 flex items-center justify-between gap-3 border-b border-hairline pb-1">
        <h2 className="min-w-0 truncate px-3 text-base font-semibold">{levelName(level)}</h2>
        <ShopLink
          to={paths.products({ category: level.path || undefined })}
          onClick={onLeave}
          aria-label={say("View All in {name}", { name: levelName(level) })}
          className={
            "flex h-11 shrink-0 items-center rounded-sm px-3 text-sm font-semibold text-link underline-offset-4 " +
            "hover:underline focus-visible:-outline-offset-2"
          }
        >
          {say("View All")}
        </ShopLink>
      </div>
    </>
  );
}

interface ListProps {
  level: Level;
  onOpen: (category: Category) => void;
  onLeave: () => void;
}

function LevelList({ level, onOpen, onLeave }: ListProps) {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(levelQuery(level.path));
  const fetchAhead = (path: string) =>
    void client.query({ ...levelQuery(path), staleTime: "static" }).catch(() => undefined);
  if (isError)
    return (
      <div role="alert" className="grid justify-items-start gap-3 p-3 text-sm">
        {say("Couldn't load categories.")}
        <Button size="small" onClick={() => void refetch()}>
          {say("Retry")}
        </Button>
      </div>
    );
  if (!data) return <LevelSkeleton />;
  return (
    <ul>
      {data.data.map((category) => (
        // A level may have hundreds of entries: those off screen are not laid out.
        <li key={category.id} className="[contain-intrinsic-size:auto_--spacing(11)] [content-visibility:auto]">
          {category.subfolder_count > 0 ? (
            <button
              type="button"
              data-path={category.path}
              data-more
              onClick={() => onOpen(category)}
              onPointerEnter={() => fetchAhead(category.path)}
              onFocus={() => fetchAhead(category.path)}
              className={row}
            >
              <span className="min-w-0 flex-1">{category.name}</span>
              <ChevronRight className="size-4 shrink-0 text-muted rtl:-scale-x-100" aria-hidden="true" />
            </button>
          ) : (
            <ShopLink
              to={paths.products({ category: category.path })}
              onClick={onLeave}
              data-path={category.path}
              className={row}
            >
              {category.name}
            </ShopLink>
          )}
        </li>
      ))}
    </ul>
  );
}

const LevelSkeleton = () => (
  <div role="status" aria-label={say("Loading categories")} className="grid gap-4 p-3">
    {[70, 55, 80, 60, 75, 50].map((width) => (
      <Skeleton key={width} className="h-5" style={{ width: `${width}%` }} />
    ))}
  </div>
);

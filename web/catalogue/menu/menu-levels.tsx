import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Category } from "#contract/catalogue/categories.ts";
import { query } from "#web/api/call.ts";
import { shop } from "#web/catalogue/catalogue.queries.ts";
import { paths } from "#web/paths.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { arrowStep } from "#web/ui/forms/arrow-keys.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";
import { say, text } from "#words/say.ts";

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

const LevelHead = ({ level, parent, onBack, onLeave }: HeadProps) => (
  <>
    {parent && (
      <button
        type="button"
        onClick={onBack}
        aria-label={say("Back to {name}", { name: levelName(parent) })}
        className={`${row} text-muted`}
      >
        <ChevronLeft className="size-4 shrink-0 rtl:-scale-x-100" />
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
              <CategoryPicture category={category} />
              <span className="min-w-0 flex-1">{category.name}</span>
              <ChevronRight className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
            </button>
          ) : (
            <ShopLink
              to={paths.products({ category: category.path })}
              onClick={onLeave}
              data-path={category.path}
              className={row}
            >
              <CategoryPicture category={category} />
              <span className="min-w-0 flex-1">{category.name}</span>
            </ShopLink>
          )}
        </li>
      ))}
      {level.path === "" && <NavigationLinks onLeave={onLeave} />}
    </ul>
  );
}

/** The links of the merchant, which only wide screens have under the header. */
const NavigationLinks = ({ onLeave }: { onLeave: () => void }) =>
  useQuery(shop()).data?.data.navigation_links.map(({ label, href }) => (
    <li key={href}>
      <ShopLink to={href} onClick={onLeave} className={row}>
        {label}
      </ShopLink>
    </li>
  ));

const CategoryPicture = ({ category: { image } }: { category: Category }) =>
  image && (
    <span className="size-9 shrink-0 overflow-hidden rounded-sm bg-sunken">
      <ResponsiveImage image={{ ...image, alt: "" }} sizes="36px" />
    </span>
  );

const LevelSkeleton = () => (
  <div role="status" aria-label={say("Loading categories")} className="grid gap-4 p-3">
    {[70, 55, 80, 60, 75, 50].map((width) => (
      <Skeleton key={width} className="h-5" style={{ width: `${width}%` }} />
    ))}
  </div>
);

/** One level of the category menu: the children of a category, or the top level with an empty path. */
interface Level {
  path: string;
  name: string;
}

export const topLevel: Level = { path: "", name: text("Categories") };
/** From the top down; never empty. */
type Levels = readonly [Level, ...Level[]];
export const topLevels: Levels = [topLevel];

export const openLevel = (levels: Levels, { path, name }: Level): Levels => [...levels, { path, name }];

/** Removes the last level; the top level stays. */
export const closeLevel = (levels: Levels): Levels => {
  const [top, ...below] = levels;
  return [top, ...below.slice(0, -1)];
};

/** The category's name, or the translated heading of the top level. */
const levelName = ({ path, name }: Level) => (path ? name : say(name));

export const currentLevel = (levels: Levels): Level => levels.at(-1) ?? levels[0];

interface Key {
  key: string;
  target: EventTarget | null;
  timeStamp: number;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/**
 * Keyboard control of the category menu: up and down move between entries, Home and End to the first and last, the
 * arrow towards the end of the text opens a category, the other one calls `back`, letters focus the next category that
 * starts with them. Returns true when the key was handled.
 */
function handleMenuKey(panel: HTMLElement, pressed: Key, back: () => void): boolean {
  const { key, target } = pressed;
  const entries = [...panel.querySelectorAll<HTMLElement>("a, button")];
  const here = entries.indexOf(target as HTMLElement);
  const by = arrowStep(key);
  const to = { ArrowDown: here + 1, ArrowUp: here - 1 + entries.length, Home: 0, End: entries.length - 1 }[key];
  if (to !== undefined) entries[to % entries.length]?.focus();
  else if (by === 1 && entries[here]?.dataset.more !== undefined) entries[here].click();
  else if (by === -1) back();
  else return isLetter(pressed) && focusByText(entries, here, typeAhead(pressed));
  return true;
}

/** A longer pause starts a new type-ahead text. */
const pauseMs = 700;
let typeAheadState = { text: "", at: 0 };

const isLetter = ({ key, ctrlKey, metaKey, altKey }: Key) =>
  [...key].length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;

function typeAhead({ key, timeStamp }: Key) {
  typeAheadState = {
    text: (timeStamp - typeAheadState.at < pauseMs ? typeAheadState.text : "") + key.toLocaleLowerCase(),
    at: timeStamp,
  };
  return typeAheadState.text;
}

/** Repeating one letter cycles through the categories that start with it. */
function focusByText(entries: HTMLElement[], here: number, typed: string) {
  const [first = ""] = typed;
  const isOneLetter = [...typed].every((letter) => letter === first);
  const from = isOneLetter ? here + 1 : here;
  const inOrder = [...entries.slice(from), ...entries.slice(0, from)];
  const matches = ({ dataset, textContent }: HTMLElement) =>
    dataset.path !== undefined &&
    textContent
      .trim()
      .toLocaleLowerCase()
      .startsWith(isOneLetter ? first : typed);
  inOrder.find(matches)?.focus();
  return true;
}

import { Search, X } from "lucide-react";
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useLocation, useNavigate } from "react-router";
import { useHydrated } from "#web/hydration/deferred-component.tsx";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { paths } from "#web/paths.ts";
import { useCloseOnBack } from "#web/ui/overlay/back-button.ts";
import { togglePanel } from "#web/ui/overlay/panels.ts";
import { say } from "#words/say.ts";
import { debounce, isSearchable } from "./search-delay.ts";

export const loadSuggestions = () => import("./search-suggestions.tsx").then((part) => part.SearchSuggestions);
const SearchSuggestions = lazyComponent(loadSuggestions);
const listId = "search-suggestions";

interface Props {
  open: boolean;
  /** Whether it was used since the last navigation began. */
  isUsed: boolean;
  onUse: () => void;
  /** Escape or the close button. */
  onLeave: () => void;
  /** After a search, or when the focus left. */
  onClose: () => void;
}

/** The search field with its buttons and suggestions. */
export function SearchForm({ open, isUsed, onUse, onLeave, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const search = useSearchText(isUsed);
  const options = useOptionKeys(form);
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  const submit = () => {
    if (!isSearchable(search.text)) return;
    search.stop();
    onClose();
    void navigate(paths.products({ name: search.text.trim() }));
  };
  const close = useEffectEvent(onLeave);
  // On the window: a press outside moves the focus but leaves the panel open.
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      close();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [open]);
  useCloseOnBack(open, onLeave);
  const listing = open && isSearchable(search.settled);
  return (
    <form
      ref={form}
      id="search"
      action={paths.products()}
      className="flex w-full items-center md:relative md:max-w-xl"
      onBlur={({ currentTarget, relatedTarget }) =>
        relatedTarget && !currentTarget.contains(relatedTarget) && onClose()
      }
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <span className="relative block w-full">
        <Field search={search} options={options} open={open} listing={listing} onUse={onUse} />
        {open && <CloseButton onClick={onLeave} />}
        <button
          type="submit"
          aria-label={say("Search")}
          title={say("Search")}
          // Enabled before hydration: without script nothing would enable it.
          disabled={isHydrated && !isSearchable(search.text)}
          className="search-button inset-e-0.5"
        >
          <Search className="size-4.5" />
        </button>
      </span>
      {listing && (
        <Suspense fallback={null}>
          <SearchSuggestions id={listId} text={search.settled.trim()} active={options.active} onLeave={onClose} />
        </Suspense>
      )}
    </form>
  );
}

interface FieldProps {
  search: ReturnType<typeof useSearchText>;
  options: ReturnType<typeof useOptionKeys>;
  open: boolean;
  /** Whether the suggestions are open. */
  listing: boolean;
  onUse: () => void;
}

const Field = ({ search, options, open, listing, onUse }: FieldProps) => (
  <input
    type="search"
    name="name"
    role="combobox"
    aria-label={say("Search products")}
    aria-autocomplete="list"
    aria-expanded={listing}
    aria-controls={listing ? listId : undefined}
    aria-activedescendant={listing ? options.active : undefined}
    autoComplete="off"
    enterKeyHint="search"
    maxLength={200}
    placeholder={say("What are you looking for?")}
    value={search.text}
    onFocus={() => void loadSuggestions().catch(() => undefined)}
    // Closed by a press outside, the suggestions leave the focus here: only a press can open them again.
    onClick={() => {
      if (open || !isSearchable(search.text)) return;
      onUse();
      togglePanel("isSearch", true);
    }}
    onChange={({ target }) => {
      options.forget();
      onUse();
      togglePanel("isSearch", true);
      search.type(target.value);
    }}
    onKeyDown={(event) => options.onKey(event, open)}
    className="search-field"
  />
);

const CloseButton = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    aria-label={say("Close search")}
    title={say("Close")}
    onClick={onClick}
    className="search-button inset-e-11"
  >
    <X className="size-4.5" />
  </button>
);

/**
 * The text of the search field and its debounced value; both follow the `name` of the URL after a navigation, unless
 * the field `isUsed` by then.
 */
function useSearchText(isUsed: boolean) {
  const { key, search } = useLocation();
  const named = new URLSearchParams(search).get("name") ?? "";
  const [text, setText] = useState(named);
  const [settled, setSettled] = useState(named);
  const [{ later, now, stop }] = useState(() => debounce<string>(setSettled));
  useEffect(() => stop, [stop]);
  const followUrl = useEffectEvent(() => {
    if (isUsed) return;
    setText(named);
    setSettled(named);
  });
  // In the layout phase: an effect would replace what was typed in the meantime.
  // oxlint-disable-next-line react/set-state-in-effect
  useLayoutEffect(() => followUrl(), [key]);
  const type = (value: string) => {
    setText(value);
    (isSearchable(value) ? later : now)(value);
  };
  return { text, settled, type, stop };
}

/** Arrow keys cycle through the options and the field; Enter opens the active option. */
function useOptionKeys(form: RefObject<HTMLElement | null>) {
  const [active, setActive] = useState<string>();
  const onKey = (event: ReactKeyboardEvent, open: boolean) => {
    // These keys choose a word while one is composed, such as a Japanese one.
    if (event.nativeEvent.isComposing) return;
    const options = open ? [...(form.current?.querySelectorAll<HTMLElement>("[role=option]") ?? [])] : [];
    const chosen = options.findIndex(({ id }) => id === active);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && options[chosen]) {
      event.preventDefault();
      options[chosen].click();
    } else if (step) {
      event.preventDefault();
      if (!open) return togglePanel("isSearch", true);
      const next = options[nextOption(chosen, step, options.length)];
      next?.scrollIntoView({ block: "nearest" });
      setActive(next?.id);
    }
  };
  return { active, onKey, forget: () => setActive(undefined) };
}

/** Index of the next option of `count` in that direction, cyclic; -1 is the field itself. */
export const nextOption = (place: number, step: number, count: number) => {
  const around = count + 1;
  return ((place + 1 + step + around) % around) - 1;
};

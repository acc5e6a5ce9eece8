import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { flushSync } from "react-dom";
import { useCloseOnNavigation } from "#web/catalogue/close-on-navigation.ts";
import { togglePanel, usePanels } from "#web/ui/overlay/panels.ts";
import { say } from "#words/say.ts";
import { loadSuggestions, SearchForm } from "./search-form.tsx";

const close = () => togglePanel("isSearch", false);

/** On wide screens the icon is hidden. */
const isShown = (icon: HTMLElement | null): icon is HTMLElement => icon !== null && icon.getClientRects().length > 0;

/**
 * The search of the header: a field on wide screens, a panel on small ones, holding the `name` of the URL. Without
 * script it is a plain form that the icon links to.
 */
export function SearchBox() {
  const open = usePanels((flags) => flags.isSearch);
  const whole = useRef<HTMLElement>(null);
  const icon = useRef<HTMLAnchorElement>(null);
  const { isUsed, use } = useCloseOnNavigation("isSearch");
  const openIfAddressed = useEffectEvent(() => {
    if (location.hash !== "#search" || !isShown(icon.current)) return;
    use();
    togglePanel("isSearch", true);
    whole.current?.querySelector("input")?.focus();
    history.replaceState(history.state, "", location.pathname + location.search);
  });
  // Pressed before hydration, the icon was a link to the form.
  useEffect(() => openIfAddressed(), []);
  const focusOnSlash = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = (event.target as Element).closest?.(
      "input, textarea, select, [contenteditable], dialog, [role=dialog]",
    );
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    if (isShown(icon.current)) icon.current.click();
    else whole.current?.querySelector("input")?.focus();
  });
  useEffect(() => {
    document.addEventListener("keydown", focusOnSlash);
    return () => document.removeEventListener("keydown", focusOnSlash);
  }, []);
  const leave = () => {
    const wasInside = whole.current?.contains(document.activeElement);
    close();
    // On small screens the panel closes and the focus returns to its icon; on wide screens to the field.
    const opener = isShown(icon.current) ? icon.current : whole.current?.querySelector("input");
    if (wasInside) opener?.focus();
  };
  return (
    <>
      <a
        ref={icon}
        href="#search"
        aria-label={say("Search")}
        title={say("Search")}
        className="touch-target ms-auto grid size-11 shrink-0 place-items-center rounded transition-colors hover:bg-sunken md:hidden"
        onPointerEnter={() => void loadSuggestions().catch(() => undefined)}
        onClick={(event) => {
          event.preventDefault();
          // Synchronously: phones open the keyboard only during the event.
          flushSync(() => {
            use();
            togglePanel("isSearch");
          });
          whole.current?.querySelector("input")?.focus();
        }}
      >
        <Search className="size-5" />
      </a>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the close button and Escape do the same. */}
      {open && <div className="fixed inset-0 top-(--header) bg-scrim" data-testid="search-backdrop" onClick={leave} />}
      <search ref={whole} className={open ? "search-place open" : "search-place"}>
        <SearchForm open={open} isUsed={isUsed} onUse={use} onLeave={leave} onClose={close} />
      </search>
    </>
  );
}

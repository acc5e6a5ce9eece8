import { Search, X } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { IconButton } from "#web/ui/forms/button.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { useSmallScreen } from "#web/ui/layout/small-screen.ts";
import { Kbd } from "#web/ui/text/kbd.tsx";
import { useSearchText } from "./search-text.ts";

const debounceMs = 400;

type Props = {
  label: string;
  placeholder: string;
  /** The search of the URL. The field follows it, unless the change came from the field. */
  name: string | undefined;
  /** Called with the trimmed text, or undefined, after a pause in typing. */
  onSearch: (name: string | undefined) => void;
};

/** The search field of a list. `/` focuses it, Escape clears and leaves it. */
export function ListSearch({ label, placeholder, name, onSearch }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { text, setText, setSearched } = useSearchText(name);
  const isSmall = useSmallScreen();
  useSlashShortcut(field);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (input: string, delayMs: number) => {
    setText(input);
    clearTimeout(timer.current);
    const start = () => {
      timer.current = undefined;
      const searched = input.trim() || undefined;
      setSearched(searched);
      onSearch(searched);
    };
    if (delayMs === 0) start();
    else timer.current = setTimeout(start, delayMs);
  };
  return (
    <TextField
      ref={field}
      label={label}
      labelHidden
      type="search"
      placeholder={placeholder}
      before={<Search />}
      after={
        text === "" ? (
          !isSmall && <Kbd>/</Kbd>
        ) : (
          <IconButton
            label="Clear search"
            icon={<X />}
            size="small"
            onClick={() => {
              search("", 0);
              field.current?.focus();
            }}
          />
        )
      }
      value={text}
      onChange={({ target }) => search(target.value, debounceMs)}
      onKeyDown={(event) => {
        const { key, currentTarget, nativeEvent } = event;
        if (nativeEvent.isComposing) return;
        if (key === "Enter") search(currentTarget.value, 0);
        if (key === "Escape") {
          // In a dialog, it doesn't close the dialog too.
          if (text) event.stopPropagation();
          if (text) search("", 0);
          currentTarget.blur();
        }
      }}
      // Before what is pressed next: searching later would cancel the navigation to it.
      onBlur={({ target }) => timer.current !== undefined && search(target.value, 0)}
      className="w-full sm:w-72"
    />
  );
}

/** `/` outside of fields focuses the search. */
function useSlashShortcut(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [field]);
}

import { Search, X } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { IconButton } from "#web/ui/forms/icon-button.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { useSmallScreen } from "#web/ui/layout/small-screen.ts";
import { Kbd } from "#web/ui/text/kbd.tsx";

const pauseMs = 400;

type Props = {
  label: string;
  placeholder: string;
  /** What the address asks for. When another link or going back changes it, the field follows; typing on is left alone. */
  name: string | undefined;
  /** Called with the trimmed words, or undefined when there are none, once typing pauses. */
  onLook: (name: string | undefined) => void;
};

/** The search of a list of the dashboard. `/` anywhere focuses it, Escape clears and leaves it. */
export function ListSearch({ label, placeholder, name, onLook }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { text, setText, setAsked } = useFollowing(name);
  const isSmall = useSmallScreen();
  useSlash(field);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = (words: string, pause: number) => {
    setText(words);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const wanted = words.trim() || undefined;
      setAsked(wanted);
      onLook(wanted);
    }, pause);
  };
  return (
    <TextField
      ref={field}
      label={label}
      labelHidden
      type="search"
      autoComplete="off"
      placeholder={placeholder}
      before={<Search aria-hidden="true" />}
      after={
        text === "" ? (
          !isSmall && <Kbd>/</Kbd>
        ) : (
          <IconButton
            label="Clear search"
            size="small"
            onClick={() => {
              look("", 0);
              field.current?.focus();
            }}
          >
            <X aria-hidden="true" />
          </IconButton>
        )
      }
      value={text}
      onChange={({ target }) => look(target.value, pauseMs)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === "Enter") look(currentTarget.value, 0);
        if (key === "Escape") {
          if (text) look("", 0);
          currentTarget.blur();
        }
      }}
      className="w-full sm:w-72"
    />
  );
}

/** What the field holds: what is typed, or what the address came to ask for without its doing. */
function useFollowing(name: string | undefined) {
  const [text, setText] = useState(name ?? "");
  const [known, setKnown] = useState(name);
  const [asked, setAsked] = useState(name);
  if (name !== known) {
    setKnown(name);
    if (name !== asked) {
      setAsked(name);
      setText(name ?? "");
    }
  }
  return { text, setText, setAsked };
}

/** `/` anywhere but in a field goes to the search. */
function useSlash(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
      if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, [field]);
}

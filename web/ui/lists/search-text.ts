import { useEffect, useState } from "react";

type Name = string | undefined;
/** The text of the field, the search of the URL, and the field's searches that the URL does not have yet. */
type SearchText = { text: string; known: Name; pending: readonly Name[] };

/** The URL has this search now: the text follows it, unless the field asked for it; more may be typed since. */
export function followUrl({ text, pending }: SearchText, name: Name): SearchText {
  const at = pending.indexOf(name);
  return { text: at < 0 ? (name ?? "") : text, known: name, pending: pending.slice(at + 1) };
}

/** The field asked for this search. */
export function searchFor(state: SearchText, name: Name): SearchText {
  const { known, pending } = state;
  const latest = pending.length > 0 ? pending.at(-1) : known;
  return name === latest ? state : { ...state, pending: [...pending, name] };
}

/** The text of a search field: typed, or from a URL that was changed elsewhere. */
export function useSearchText(name: Name) {
  const [state, setState] = useState<SearchText>({ text: name ?? "", known: name, pending: [] });
  // Not while rendering: what a render of a navigation sets there reaches later updates, even if it is given up.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setState((now) => (name === now.known ? now : followUrl(now, name))), [name]);
  return {
    text: state.text,
    setText: (text: string) => setState((now) => ({ ...now, text })),
    setSearched: (searched: Name) => setState((now) => searchFor(now, searched)),
  };
}

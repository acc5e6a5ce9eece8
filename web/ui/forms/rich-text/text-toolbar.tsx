import { Bold, Code, Heading2, Italic, Link2, List, ListOrdered } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "#web/ui/forms/button.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";

type Props = { editable: RefObject<HTMLDivElement | null>; isSource: boolean; onSource: (isSource: boolean) => void };

const tools: { command: string; label: string; icon: ReactNode }[] = [
  { command: "bold", label: "Bold", icon: <Bold /> },
  { command: "italic", label: "Italic", icon: <Italic /> },
  { command: "heading", label: "Heading", icon: <Heading2 /> },
  { command: "insertUnorderedList", label: "List", icon: <List /> },
  { command: "insertOrderedList", label: "Numbered list", icon: <ListOrdered /> },
];

/** Formats the selected text. */
export function TextToolbar({ editable, isSource, onSource }: Props) {
  const active = useActiveCommands(editable, isSource);
  const [range, setRange] = useState<Range>();
  const act = (command: string) => {
    editable.current?.focus();
    enableSemanticMarkup();
    if (command === "heading") document.execCommand("formatBlock", false, active.has("heading") ? "p" : "h3");
    else document.execCommand(command);
  };
  return (
    <>
      <div
        role="toolbar"
        aria-label="Formatting"
        className="flex flex-wrap items-center gap-0.5 border-b border-hairline p-1"
      >
        {tools.map(({ command, label, icon }) => (
          <IconButton
            key={command}
            label={label}
            icon={icon}
            size="small"
            aria-pressed={active.has(command)}
            disabled={isSource}
            // Keeps the selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => act(command)}
          />
        ))}
        <IconButton
          label="Link"
          icon={<Link2 />}
          size="small"
          disabled={isSource}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setRange(selectedRange(editable.current))}
        />
        <IconButton
          label="Edit HTML"
          icon={<Code />}
          size="small"
          aria-pressed={isSource}
          onClick={() => onSource(!isSource)}
          className="ms-auto"
        />
      </div>
      {range && <LinkRow range={range} editable={editable} onDone={() => setRange(undefined)} />}
    </>
  );
}

/**
 * Makes the browser write elements instead of styles, which the server removes. It works only while the cursor is
 * inside.
 */
export function enableSemanticMarkup() {
  document.execCommand("defaultParagraphSeparator", false, "p");
  document.execCommand("styleWithCSS", false, "false");
}

type LinkProps = { range: Range; editable: Props["editable"]; onDone: () => void };

function LinkRow({ range, editable, onDone }: LinkProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const leave = () => {
    editable.current?.focus();
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
    onDone();
  };
  const apply = () => {
    const url = field.current?.value.trim() ?? "";
    const address = /^(https?:|mailto:|\/)/i.test(url) ? url : `https://${url}`;
    leave();
    if (!url) document.execCommand("unlink");
    else if (range.collapsed)
      document.execCommand("insertHTML", false, `<a href="${encodeURI(address)}">${encodeURI(url)}</a>`);
    else document.execCommand("createLink", false, address);
  };
  return (
    <div className="flex flex-wrap items-end gap-2 border-b border-hairline p-2">
      <TextField
        ref={field}
        label="Link URL"
        type="url"
        placeholder="https://"
        className="min-w-52 flex-1"
        onKeyDown={(event) => {
          if (event.key === "Escape") leave();
          if (event.key !== "Enter") return;
          event.preventDefault();
          apply();
        }}
      />
      <Button onClick={apply}>Add link</Button>
    </div>
  );
}

function selectedRange(editable: HTMLElement | null): Range {
  const selection = getSelection();
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
  if (range && editable?.contains(range.commonAncestorContainer)) return range.cloneRange();
  const end = document.createRange();
  if (editable) end.selectNodeContents(editable);
  end.collapse();
  return end;
}

function useActiveCommands(editable: Props["editable"], isSource: boolean): ReadonlySet<string> {
  const [active, setActive] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const update = () => {
      const inside = !isSource && editable.current?.contains(getSelection()?.anchorNode ?? null);
      const found = inside ? tools.filter(({ command }) => isActive(command)).map(({ command }) => command) : [];
      setActive((before) =>
        before.size === found.length && found.every((one) => before.has(one)) ? before : new Set(found),
      );
    };
    document.addEventListener("selectionchange", update);
    return () => document.removeEventListener("selectionchange", update);
  }, [editable, isSource]);
  return active;
}

const isActive = (command: string) =>
  command === "heading"
    ? /^h[2-6]$/i.test(document.queryCommandValue("formatBlock"))
    : document.queryCommandState(command);

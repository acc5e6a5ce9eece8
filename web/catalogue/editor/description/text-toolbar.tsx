import { Bold, Code, Heading2, Italic, Link2, List, ListOrdered } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TextField } from "#web/ui/text-field.tsx";

type Props = {
  written: RefObject<HTMLDivElement | null>;
  isSource: boolean;
  onSource: (isSource: boolean) => void;
};

const tools: { command: string; label: string; icon: ReactNode }[] = [
  { command: "bold", label: "Bold", icon: <Bold /> },
  { command: "italic", label: "Italic", icon: <Italic /> },
  { command: "heading", label: "Heading", icon: <Heading2 /> },
  { command: "insertUnorderedList", label: "List", icon: <List /> },
  { command: "insertOrderedList", label: "Numbered list", icon: <ListOrdered /> },
];

/** What can be done to the words that are marked. */
export function TextTools({ written, isSource, onSource }: Props) {
  const on = useMarked(written, isSource);
  const [range, setRange] = useState<Range>();
  const act = (command: string) => {
    written.current?.focus();
    writePlainly();
    if (command === "heading") document.execCommand("formatBlock", false, on.has("heading") ? "p" : "h3");
    else document.execCommand(command);
  };
  return (
    <>
      <div
        role="toolbar"
        aria-label="Format of the description"
        className="flex flex-wrap items-center gap-0.5 border-b border-hairline p-1"
      >
        {tools.map(({ command, label, icon }) => (
          <IconButton
            key={command}
            label={label}
            size="small"
            aria-pressed={on.has(command)}
            disabled={isSource}
            // The words stay marked.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => act(command)}
          >
            {icon}
          </IconButton>
        ))}
        <IconButton
          label="Link"
          size="small"
          disabled={isSource}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setRange(markedRange(written.current))}
        >
          <Link2 />
        </IconButton>
        <IconButton
          label="Write as HTML"
          size="small"
          aria-pressed={isSource}
          onClick={() => onSource(!isSource)}
          className="ms-auto"
        >
          <Code />
        </IconButton>
      </div>
      {range && <LinkRow range={range} written={written} onDone={() => setRange(undefined)} />}
    </>
  );
}

/** Paragraphs and what is bold are elements, as the shop takes no styles. The browser listens only where the cursor is inside. */
export function writePlainly() {
  document.execCommand("defaultParagraphSeparator", false, "p");
  document.execCommand("styleWithCSS", false, "false");
}

type LinkProps = { range: Range; written: Props["written"]; onDone: () => void };

/** Asks where the marked words lead. */
function LinkRow({ range, written, onDone }: LinkProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const leave = () => {
    written.current?.focus();
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
    onDone();
  };
  const apply = () => {
    const typed = field.current?.value.trim() ?? "";
    const address = /^(https?:|mailto:|\/)/i.test(typed) ? typed : `https://${typed}`;
    leave();
    if (!typed) document.execCommand("unlink");
    else if (range.collapsed)
      document.execCommand("insertHTML", false, `<a href="${encodeURI(address)}">${encodeURI(typed)}</a>`);
    else document.execCommand("createLink", false, address);
  };
  return (
    <div className="flex flex-wrap items-end gap-2 border-b border-hairline p-2">
      <TextField
        ref={field}
        label="Where the marked words lead"
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
      <Button onClick={apply}>Set link</Button>
    </div>
  );
}

/** What is marked in there, or its end. */
function markedRange(written: HTMLElement | null): Range {
  const selection = getSelection();
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
  if (range && written?.contains(range.commonAncestorContainer)) return range.cloneRange();
  const end = document.createRange();
  if (written) end.selectNodeContents(written);
  end.collapse();
  return end;
}

/** Which tools are at work where the cursor stands. */
function useMarked(written: Props["written"], isSource: boolean): ReadonlySet<string> {
  const [on, setOn] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const look = () => {
      const inside = !isSource && written.current?.contains(getSelection()?.anchorNode ?? null);
      const found = inside ? tools.filter(({ command }) => isOn(command)).map(({ command }) => command) : [];
      setOn((before) =>
        before.size === found.length && found.every((one) => before.has(one)) ? before : new Set(found),
      );
    };
    document.addEventListener("selectionchange", look);
    return () => document.removeEventListener("selectionchange", look);
  }, [written, isSource]);
  return on;
}

const isOn = (command: string) =>
  command === "heading"
    ? /^h[2-6]$/i.test(document.queryCommandValue("formatBlock"))
    : document.queryCommandState(command);

import { type Editor, useEditorState } from "@tiptap/react";
import { Bold, Code, Heading2, Italic, Link2, List, ListOrdered } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "#web/ui/forms/button.tsx";
import { LinkRow } from "./link-row.tsx";

type Props = { editor: Editor; isSource: boolean; onSource: (isSource: boolean) => void };

interface Tool {
  label: string;
  icon: ReactNode;
  toggle: (editor: Editor) => void;
  isActive: (editor: Editor) => boolean;
}

const tools: Tool[] = [
  {
    label: "Bold",
    icon: <Bold />,
    toggle: (editor) => editor.chain().focus().toggleBold().run(),
    isActive: (editor) => editor.isActive("bold"),
  },
  {
    label: "Italic",
    icon: <Italic />,
    toggle: (editor) => editor.chain().focus().toggleItalic().run(),
    isActive: (editor) => editor.isActive("italic"),
  },
  {
    label: "Heading",
    icon: <Heading2 />,
    toggle: (editor) =>
      editor.isActive("heading")
        ? editor.chain().focus().setParagraph().run()
        : editor.chain().focus().setHeading({ level: 3 }).run(),
    isActive: (editor) => editor.isActive("heading"),
  },
  {
    label: "List",
    icon: <List />,
    toggle: (editor) => editor.chain().focus().toggleBulletList().run(),
    isActive: (editor) => editor.isActive("bulletList"),
  },
  {
    label: "Numbered list",
    icon: <ListOrdered />,
    toggle: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isActive: (editor) => editor.isActive("orderedList"),
  },
];

/** Formats the selected text. */
export function TextToolbar({ editor, isSource, onSource }: Props) {
  const [isLinking, setLinking] = useState(false);
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => tools.filter((tool) => tool.isActive(now)).map((tool) => tool.label),
  });
  return (
    <>
      <div
        role="toolbar"
        aria-label="Formatting"
        className="flex flex-wrap items-center gap-0.5 border-b border-hairline p-1"
      >
        {tools.map(({ label, icon, toggle }) => (
          <IconButton
            key={label}
            label={label}
            icon={icon}
            size="small"
            aria-pressed={!isSource && active.includes(label)}
            disabled={isSource}
            // A press would take the focus from the text, and what is typed until it returns would be lost.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => toggle(editor)}
          />
        ))}
        <IconButton label="Link" icon={<Link2 />} size="small" disabled={isSource} onClick={() => setLinking(true)} />
        <IconButton
          label="Edit HTML"
          icon={<Code />}
          size="small"
          aria-pressed={isSource}
          onClick={() => onSource(!isSource)}
          className="ms-auto"
        />
      </div>
      {isLinking && !isSource && <LinkRow editor={editor} onDone={() => setLinking(false)} />}
    </>
  );
}

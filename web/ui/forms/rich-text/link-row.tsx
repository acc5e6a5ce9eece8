import type { Editor } from "@tiptap/react";
import { useEffect, useRef } from "react";
import { Button } from "#web/ui/forms/button.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { isLinkAddress } from "./extensions.ts";

type Props = { editor: Editor; onDone: () => void };

/** Asks for the address of a link: of the selected text, the link at the cursor, or a new text. Empty removes the link. */
export function LinkRow({ editor, onDone }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const leave = () => {
    editor.commands.focus();
    onDone();
  };
  const apply = () => {
    setLink(editor, field.current?.value.trim() ?? "");
    onDone();
  };
  return (
    <div className="flex flex-wrap items-end gap-2 border-b border-hairline p-2">
      <TextField
        ref={field}
        label="Link URL"
        type="url"
        placeholder="https://"
        defaultValue={(editor.getAttributes("link")["href"] as string | undefined) ?? ""}
        className="min-w-52 flex-1"
        onKeyDown={(event) => {
          // These keys also end the composition of a word, such as a Japanese one.
          if (event.nativeEvent.isComposing) return;
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

function setLink(editor: Editor, url: string) {
  const href = isLinkAddress(url) ? url : `https://${url}`;
  const chain = editor.chain().focus();
  if (!url) chain.extendMarkRange("link").unsetLink().run();
  else if (editor.state.selection.empty && !editor.isActive("link"))
    chain.insertContent({ type: "text", text: url, marks: [{ type: "link", attrs: { href } }] }).run();
  else chain.extendMarkRange("link").setLink({ href }).run();
}

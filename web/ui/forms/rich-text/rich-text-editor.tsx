import { type Editor, EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useRef, useState } from "react";
import { useReadOnly } from "#web/ui/forms/button.tsx";
import { TextAreaField } from "#web/ui/forms/fields/field.tsx";
import { cleanHtml } from "./clean-html.ts";
import { extensions } from "./extensions.ts";
import { TextToolbar } from "./text-toolbar.tsx";

type Props = {
  name: string;
  labelId: string;
  errorId: string | undefined;
  html: string;
  onChange: (html: string) => void;
  onBlur: () => void;
};

/** The toolbar with the text as it will look or, on request, as HTML source. */
export function RichTextEditor({ name, labelId, errorId, html, onChange, onBlur }: Props) {
  const [isSource, setSource] = useState(false);
  const editor = useTextEditor({ labelId, errorId, html, onChange, onBlur });
  return (
    <>
      <TextToolbar editor={editor} isSource={isSource} onSource={setSource} />
      {isSource ? (
        <TextAreaField
          label={`${name} (HTML)`}
          labelHidden
          rows={8}
          spellCheck={false}
          className="p-2 font-mono"
          value={html}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onBlur}
        />
      ) : (
        <EditorContent editor={editor} />
      )}
    </>
  );
}

/** The editor of `html`. It tells only what a person changed: HTML that it would write differently stays as it is. */
function useTextEditor({ labelId, errorId, html, onChange, onBlur }: Omit<Props, "name">): Editor {
  const isReadOnly = useReadOnly();
  const told = useRef(html);
  const [first] = useState(() => cleanHtml(html));
  const given = useRef({ html, text: "" });
  const editor = useEditor({
    extensions,
    content: first,
    editable: !isReadOnly,
    // The content security policy refuses its style element; the classes below say the same.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelId,
        ...(errorId ? { "aria-invalid": "true", "aria-describedby": errorId } : {}),
        tabindex: "0",
        dir: "auto",
        class: prose,
      },
      transformPastedHTML: cleanHtml,
    },
    onCreate: ({ editor: created }) => {
      given.current.text = textOf(created);
    },
    onUpdate: ({ editor: changed }) => {
      const now = textOf(changed);
      told.current = now === given.current.text ? given.current.html : now;
      onChange(told.current);
    },
    onBlur,
  });
  useEffect(() => {
    // Only values from elsewhere (the HTML source, another version of the product) are written into it.
    if (told.current === html) return;
    told.current = html;
    const clean = cleanHtml(html);
    // What was just saved, written differently: replacing it would move the caret to the end.
    if (clean !== textOf(editor)) editor.commands.setContent(clean, { emitUpdate: false });
    given.current = { html, text: textOf(editor) };
  }, [html, editor]);
  return editor;
}

/** Its HTML without what only the editor needs, such as the widths of columns. */
const textOf = (editor: Editor) => (editor.isEmpty ? "" : cleanHtml(editor.getHTML()));

const prose =
  "grid min-h-40 max-h-[60dvh] content-start gap-4 overflow-y-auto p-3.5 leading-relaxed wrap-anywhere whitespace-break-spaces " +
  "focus-visible:-outline-offset-2 [&_a]:text-link [&_a]:underline [&_a]:underline-offset-4 [&_h2]:text-xl [&_h3]:text-lg " +
  "[&_li]:ms-5 [&_ol]:list-decimal [&_td]:border [&_td]:border-hairline [&_td]:p-2 [&_th]:border [&_th]:border-hairline " +
  "[&_th]:p-2 [&_th]:text-start [&_ul]:list-disc";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { say } from "#words/say.ts";
import { IconButton } from "./button.tsx";
import { copyText } from "./copy-text.ts";

/** Copies a text; `name` says what it is. */
export function CopyButton({ name, text }: { name: string; text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    const wasCopied = await copyText(text);
    setCopied(wasCopied);
    if (wasCopied) toast({ tone: "success", title: say("{name} copied", { name }) });
    else toast({ tone: "danger", title: say("Couldn't copy. Select the text and copy it yourself.") });
  };
  return (
    <IconButton
      label={say("Copy {name}", { name })}
      icon={isCopied ? <Check /> : <Copy />}
      onClick={() => void copy()}
    />
  );
}

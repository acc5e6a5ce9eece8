import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { say } from "#words/say.ts";
import { IconButton } from "./button.tsx";

/** Copies a text; `name` says what it is. */
export function CopyButton({ name, text }: { name: string; text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      toast({ tone: "success", title: say("{name} copied", { name }) });
    } catch {
      toast({ tone: "danger", title: say("Couldn't copy. Select the text and copy it yourself.") });
    }
  };
  return (
    <IconButton
      label={say("Copy {name}", { name })}
      icon={isCopied ? <Check /> : <Copy />}
      onClick={() => void copy()}
    />
  );
}

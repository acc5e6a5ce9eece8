import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { say } from "#words/say.ts";
import { useBackButton, useCloseOnBack } from "./back-button.ts";

/** What closed it: only the first four are the visitor's wish to leave. */
export type DialogClosing = "backdrop" | "close-button" | "escape" | "back" | "other";

type Props = {
  open: boolean;
  onClose: (closing: DialogClosing) => void;
  /** After it has faded out. */
  onClosed?: () => void;
  title?: ReactNode;
  /** Its name where no title is shown. */
  label?: string;
  description?: ReactNode;
  fullScreen?: boolean;
  children: ReactNode;
};

/** A dialog: 600 px at most and centred, or the whole screen. Focus stays inside and is given back. */
export function Dialog({ open, onClose, onClosed, title, label, description, fullScreen = false, children }: Props) {
  useBackButton(() => open && onClose("back"));
  useCloseOnBack(open, () => onClose("escape"));
  return (
    <Base.Root
      open={open}
      onOpenChange={(wanted, { reason }) => !wanted && onClose(closings[reason] ?? "other")}
      onOpenChangeComplete={(now) => !now && onClosed?.()}
    >
      <Base.Portal>
        <Base.Backdrop className={scrim} />
        <Base.Viewport
          className={classes(
            "fixed inset-0 z-50 grid overflow-hidden",
            fullScreen ? "" : "grid-cols-1 place-items-center p-4",
          )}
        >
          <Base.Popup aria-label={title ? undefined : label} className={classes(panel, fullScreen ? whole : sheet)}>
            {title && <Head title={title} description={description} />}
            <div
              ref={focusLateField}
              className={classes("min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pb-6", !title && "pt-6")}
            >
              {children}
            </div>
            {/* Last, so that on opening the first field has the focus rather than this. */}
            <Base.Close aria-label={say("Close")} className={classes(close, fullScreen ? "bg-raised shadow" : "")}>
              <X className="size-5" aria-hidden="true" />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** What is in it may come late, when the focus has gone to the only thing there was: the first field takes it from there. */
function focusLateField(content: HTMLElement | null) {
  if (!content) return;
  const take = () => {
    const field = content.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select");
    if (!field) return;
    watcher.disconnect();
    if (content.nextElementSibling === document.activeElement) field.focus();
  };
  const watcher = new MutationObserver(take);
  watcher.observe(content, { childList: true, subtree: true });
  return () => watcher.disconnect();
}

const Head = ({ title, description }: Pick<Props, "title" | "description">) => (
  <div className="py-5 ps-6 pe-16">
    <Base.Title className="text-xl font-semibold">{title}</Base.Title>
    {description && <Base.Description className="mt-1 text-sm text-muted">{description}</Base.Description>}
  </div>
);

const closings: Record<string, DialogClosing> = {
  "outside-press": "backdrop",
  "close-press": "close-button",
  "escape-key": "escape",
};

const scrim =
  "fixed inset-0 z-50 bg-scrim transition-opacity duration-(--slow) data-starting-style:opacity-0 data-ending-style:opacity-0";

const panel =
  "relative flex flex-col bg-surface text-ink transition-[opacity,translate] duration-(--slow) " +
  "data-starting-style:translate-y-6 data-starting-style:opacity-0 data-ending-style:translate-y-6 data-ending-style:opacity-0";

const sheet = "max-h-[calc(100dvh-2rem)] w-full max-w-[600px] rounded-lg shadow";

const whole = "size-full";

const close =
  "absolute inset-e-3 top-3 grid size-11 place-items-center rounded text-muted transition-colors hover:bg-sunken hover:text-ink";

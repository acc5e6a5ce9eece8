import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { say } from "#words/say.ts";

export type BannerTone = "info" | "success" | "warning" | "danger";

type Props = Omit<ComponentProps<"div">, "title"> & { tone?: BannerTone; title?: ReactNode; action?: ReactNode };

/** A message in the page. Give it `role="alert"` when it appears after an action. */
export function Banner({ tone = "info", title, action, className, children, ...rest }: Props) {
  const { Icon, look } = tones[tone];
  return (
    <div {...rest} className={classes("flex items-start gap-3 rounded p-4 text-sm", look, className)}>
      <Icon className="mt-px size-4.5 shrink-0" aria-hidden="true" />
      {/* On narrow screens the action is below the text. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2 text-ink">
        <div className="min-w-0 flex-1 basis-48">
          {title && <p className="font-semibold">{title}</p>}
          {children}
        </div>
        {action}
      </div>
    </div>
  );
}

const tones = {
  info: { Icon: Info, look: "bg-sunken text-muted" },
  success: { Icon: CircleCheck, look: "bg-success-soft text-success" },
  warning: { Icon: TriangleAlert, look: "bg-warning-soft text-warning" },
  danger: { Icon: CircleAlert, look: "bg-danger-soft text-danger" },
};

/** Shown without JavaScript, instead of an element with the class `noscript:hidden`. */
export const NoScriptBanner = ({ words = say("This page needs JavaScript. Turn it on in your browser.") }) => (
  <div className="hidden noscript:block">
    <Banner>{words}</Banner>
  </div>
);

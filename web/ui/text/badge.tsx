import type { ComponentProps } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { formatShopNumber } from "#words/say.ts";

export type Tone = "neutral" | "ink" | "accent" | "success" | "warning" | "danger";

/** A status label: "Sold out", "Shipped", "Draft". */
export const Badge = ({ tone = "neutral", className, ...rest }: ComponentProps<"span"> & { tone?: Tone }) => (
  <span {...rest} className={classes("badge", tones[tone], className)} />
);

/** Label and tone of a status. */
export type StatusLabel = { label: string; tone: Tone };

/** A status in the dashboard, whose labels are not translated. */
export const LabelBadge = ({ label: { label, tone } }: { label: StatusLabel }) => <Badge tone={tone}>{label}</Badge>;

type CountProps = ComponentProps<"span"> & {
  /** Undefined, shown as 0, until loaded. */
  count: number | undefined;
  tone?: "accent" | "quiet";
};

/** A count, at most "99+". Its meaning is part of the control around it. */
export const CountBadge = ({ count = 0, tone = "accent", className, ...rest }: CountProps) => (
  <span
    {...rest}
    className={classes(
      "inline-grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-xs leading-none font-semibold tabular-nums",
      tone === "accent" ? "bg-accent text-on-accent" : "bg-sunken text-muted",
      className,
    )}
  >
    {count > 99 ? `${formatShopNumber(99)}+` : formatShopNumber(count)}
  </span>
);

const tones: Record<Tone, string> = {
  neutral: "bg-sunken text-muted",
  /** On images. */
  ink: "bg-ink text-page",
  accent: "bg-accent-soft text-link",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
};

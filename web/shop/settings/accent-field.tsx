import { Check, X } from "lucide-react";
import { useId } from "react";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { checkContrast } from "./contrast.ts";

type Props = { label: string; value: string; error: string | undefined; onChange: (color: string) => void };

/** The accent color with a preview of both themes and its contrasts. */
export function AccentField({ label, value, error, onChange }: Props) {
  const id = useId();
  const color = value.trim().toLowerCase();
  const isColor = /^#[0-9a-f]{6}$/.test(color);
  return (
    <div className="grid gap-4">
      <div className="flex items-end gap-3">
        <input
          type="color"
          aria-label={`${label}: choose`}
          value={isColor ? color : "#000000"}
          onChange={({ target }) => onChange(target.value)}
          className="size-11 shrink-0 cursor-pointer rounded border border-control bg-surface p-1"
        />
        <TextField
          label={label}
          className="w-40"
          maxLength={7}
          spellCheck={false}
          value={value}
          aria-describedby={`${id}-contrast`}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      {error && <p className="text-sm text-danger">{error}</p>}
      {isColor && (
        <div id={`${id}-contrast`} className="grid gap-3">
          <div className="grid gap-3 sm:grid-cols-2">
            {(["light", "dark"] as const).map((theme) => (
              <ThemePreview key={theme} theme={theme} color={color} />
            ))}
          </div>
          {checkContrast(color).some(({ ratio, least }) => ratio < least) && (
            <Banner tone="warning" role="status" title="This color is hard to see">
              Choose a darker color, so that everybody can see buttons on light pages.
            </Banner>
          )}
        </div>
      )}
    </div>
  );
}

/** A button and a link in a theme, whatever the theme of the page, with their contrasts. */
const ThemePreview = ({ theme, color }: { theme: "light" | "dark"; color: string }) => (
  <section
    aria-label={theme === "light" ? "Light theme" : "Dark theme"}
    data-theme={theme}
    className="theme-preview grid gap-3 rounded-lg border border-hairline bg-page p-4 text-ink"
    style={{ "--accent": color } as React.CSSProperties}
  >
    <div className="flex items-center gap-4 text-sm" aria-hidden="true">
      <span className="rounded bg-accent px-4 py-2 font-semibold text-on-accent">Add to cart</span>
      <span className="text-link underline underline-offset-4">Details</span>
    </div>
    <ul className="grid gap-1 text-sm">
      {checkContrast(color)
        .filter((check) => check.theme === theme)
        .map(({ what, ratio, least }) => (
          <li key={what} className="flex items-center gap-2">
            {ratio >= least ? (
              <Check className="size-4 text-success" aria-label="Passes" />
            ) : (
              <X className="size-4 text-danger" aria-label="Fails" />
            )}
            <span className={classes("min-w-0 flex-1", ratio < least && "font-medium")}>{what}</span>
            <span className="text-muted tabular-nums">{ratio.toFixed(1)} : 1</span>
          </li>
        ))}
    </ul>
  </section>
);

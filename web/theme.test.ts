import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

/** The `:root` blocks have every token once, with both themes in `light-dark()`. */
const css = readFileSync(new URL("./theme.css", import.meta.url), "utf8");
const block = [...css.matchAll(/:root(?:,\n\.theme-preview)? \{([\s\S]*?)\n\}/g)].map(([, rules]) => rules).join("\n");
const tokens = new Map(
  [...block.matchAll(/--([a-z-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [
    name,
    value.replace(/\s+/g, " ").replace(/\( /g, "(").replace(/ \)/g, ")"),
  ]),
);

type Theme = "light" | "dark";
/** Linear light, 0 to 1. */
type Rgb = [number, number, number];

test("R1 with reduced motion nothing moves between pages, and nothing is animated", () => {
  const reduced = /@media \(prefers-reduced-motion: reduce\) \{\n([\s\S]*?)\n\}/.exec(css)?.[1] ?? "";
  const parts = ["group", "old", "new"].map((part) => `::view-transition-${part}(*)`).join(",\n  ");
  expect(reduced).toContain(`${parts} {\n    animation: none !important;`);
  expect(reduced).toMatch(/\*,\n {2}::before,\n {2}::after,\n {2}::backdrop \{[^}]*transition: none !important;/);
});

describe.each<Theme>(["light", "dark"])("the %s theme", (theme) => {
  const grounds = ["page", "surface", "sunken", "raised"];
  const text = [
    ...["ink", "muted", "link", "danger", "success", "warning"].flatMap((name) =>
      grounds.map((ground) => [name, ground]),
    ),
    ...["danger", "success", "warning"].flatMap((tone) => [tone, "ink"].map((name) => [name, `${tone}-soft`])),
    ["on-accent", "accent-fill"],
    ["on-accent", "accent-hover"],
    ["on-danger", "danger"],
    ["link", "accent-soft"],
    ["ink", "accent-soft"],
    ["muted", "accent-soft"],
    ["page", "ink"],
  ];
  test.each(text)("text in %s on %s has a contrast of at least 4.5", (name = "", ground = "") => {
    expect(contrast(token(name, theme), token(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  const marks = ["control", "star", "link", "danger"].flatMap((name) => grounds.map((ground) => [name, ground]));
  test.each(marks)("%s on %s, in borders and icons, has a contrast of at least 3", (name = "", ground = "") => {
    expect(contrast(token(name, theme), token(ground, theme))).toBeGreaterThanOrEqual(3);
  });

  test("buttons and links are readable with any accent color", () => {
    const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, "0"));
    const color = fc.tuple(channel, channel, channel).map((channels) => `#${channels.join("")}`);
    fc.assert(
      fc.property(color, (accent) => {
        const mine = new Map(tokens).set("accent", accent);
        expect(contrast(token("on-accent", theme, mine), token("accent-fill", theme, mine))).toBeGreaterThanOrEqual(
          4.5,
        );
        for (const ground of grounds) {
          expect(contrast(token("link", theme, mine), token(ground, theme, mine)), ground).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

test("the fallback fonts have the metrics of Figtree, so that nothing moves when it loads", () => {
  const faces = [...css.matchAll(/@font-face \{([^}]*size-adjust[^}]*)\}/g)].map(([, face = ""]) => face);
  expect(faces).toHaveLength(3);
  const percent = (face: string, name: string) => Number(new RegExp(`${name}: ([\\d.]+)%`).exec(face)?.[1]) / 100;
  for (const face of faces) {
    // Figtree rises 0.95 em above the baseline and reaches 0.25 em below it.
    expect(percent(face, "ascent-override") * percent(face, "size-adjust")).toBeCloseTo(0.95, 3);
    expect(percent(face, "descent-override") * percent(face, "size-adjust")).toBeCloseTo(0.25, 3);
    expect(percent(face, "line-gap-override")).toBe(0);
  }
});

function contrast(one: Rgb, other: Rgb) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function token(name: string, theme: Theme, from = tokens): Rgb {
  const value = from.get(name);
  if (!value) throw new Error(`There is no token --${name}.`);
  return colorOf(value, theme, from);
}

/** Only the color formats that theme.css uses. */
function colorOf(value: string, theme: Theme, from: Map<string, string>): Rgb {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(value);
  if (hex) return hex.slice(1).map((channel) => linear(Number.parseInt(channel, 16) / 255)) as Rgb;
  const [, form = "", inside = ""] = /^([a-z-]+)\((.*)\)$/.exec(value) ?? [];
  if (form === "var") return token(inside.slice(2), theme, from);
  if (form === "light-dark") return colorOf(split(inside)[theme === "light" ? 0 : 1] ?? "", theme, from);
  if (form === "color-mix") {
    const [, first = "", second = ""] = split(inside);
    const [, base = "", share = ""] = /^(.*) (\d+)%$/.exec(first) ?? [];
    return mix(colorOf(base, theme, from), colorOf(second, theme, from), Number(share) / 100);
  }
  const lifted = /^from (var\([a-z-]+\)) (max|min)\(l, ([\d.]+)\) c h$/.exec(inside);
  if (form === "oklch" && lifted) {
    const [l, a, b] = toOklab(colorOf(lifted[1] ?? "", theme, from));
    return toRgb([Math[lifted[2] as "max" | "min"](l, Number(lifted[3])), a, b]);
  }
  const blackOrWhite = /^from (var\([a-z-]+\)) xyz-d65 clamp\(0, \(([\d.]+) - y\)/.exec(inside);
  if (form === "color" && blackOrWhite) {
    return luminance(colorOf(blackOrWhite[1] ?? "", theme, from)) < Number(blackOrWhite[2]) ? [1, 1, 1] : [0, 0, 0];
  }
  throw new Error(`This test does not know the color ${value}.`);
}

/** Splits at commas outside of brackets. */
const split = (list: string) => list.split(/,\s*(?![^()]*\))/);

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

const mix = (one: Rgb, other: Rgb, share: number) => {
  const [first, second] = [toOklab(one), toOklab(other)];
  return toRgb(first.map((value, index) => value * share + (second[index] ?? 0) * (1 - share)) as Rgb);
};

/** https://bottosson.github.io/posts/oklab/ */
function toOklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Clamped to the displayable range, as browsers do. */
function toRgb([l, a, b]: Rgb): Rgb {
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb: Rgb = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
  return rgb.map((value) => Math.min(1, Math.max(0, value))) as Rgb;
}

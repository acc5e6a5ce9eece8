import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contrast, fromOklab, linearOf, luminance, type Triple, toOklab } from "./shop/settings/color.ts";

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
    expect(contrastOf(token(name, theme), token(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  const marks = ["control", "star", "link", "danger"].flatMap((name) => grounds.map((ground) => [name, ground]));
  test.each(marks)("%s on %s, in borders and icons, has a contrast of at least 3", (name = "", ground = "") => {
    expect(contrastOf(token(name, theme), token(ground, theme))).toBeGreaterThanOrEqual(3);
  });

  test("buttons and links are readable with any accent color", () => {
    const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, "0"));
    const color = fc.tuple(channel, channel, channel).map((channels) => `#${channels.join("")}`);
    fc.assert(
      fc.property(color, (accent) => {
        const mine = new Map(tokens).set("accent", accent);
        expect(contrastOf(token("on-accent", theme, mine), token("accent-fill", theme, mine))).toBeGreaterThanOrEqual(
          4.5,
        );
        for (const ground of grounds) {
          expect(contrastOf(token("link", theme, mine), token(ground, theme, mine)), ground).toBeGreaterThanOrEqual(
            4.5,
          );
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

/** The contrast of two colors. */
const contrastOf = (one: Triple, other: Triple) => contrast(luminance(one), luminance(other));

function token(name: string, theme: Theme, from = tokens): Triple {
  const value = from.get(name);
  if (!value) throw new Error(`There is no token --${name}.`);
  return colorOf(value, theme, from);
}

/** Only the color formats that theme.css uses. */
function colorOf(value: string, theme: Theme, from: Map<string, string>): Triple {
  if (/^#[\da-f]{6}$/i.test(value)) return linearOf(value);
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
    return fromOklab([Math[lifted[2] as "max" | "min"](l, Number(lifted[3])), a, b]);
  }
  const blackOrWhite = /^from (var\([a-z-]+\)) xyz-d65 clamp\(0, \(([\d.]+) - y\)/.exec(inside);
  if (form === "color" && blackOrWhite) {
    return luminance(colorOf(blackOrWhite[1] ?? "", theme, from)) < Number(blackOrWhite[2]) ? [1, 1, 1] : [0, 0, 0];
  }
  throw new Error(`This test does not know the color ${value}.`);
}

/** Splits at commas outside of brackets. */
const split = (list: string) => list.split(/,\s*(?![^()]*\))/);

const mix = (one: Triple, other: Triple, share: number) => {
  const [first, second] = [toOklab(one), toOklab(other)];
  return fromOklab(first.map((value, index) => value * share + (second[index] ?? 0) * (1 - share)) as Triple);
};

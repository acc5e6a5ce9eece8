import { contrast, fromOklab, linearOf, luminance, type Triple, toOklab } from "./color.ts";

/** The same hue with a lightness of at least or at most `limit`, as theme.css derives its colors. */
function withLightness(color: Triple, choose: (lightness: number) => number): Triple {
  const [lightness, a, b] = toOklab(color);
  return fromOklab([choose(lightness), a, b]);
}

export interface ContrastCheck {
  theme: "light" | "dark";
  what: "Text on buttons" | "Links" | "Buttons on the page";
  ratio: number;
  /** What WCAG 2.2 AA asks for: 4.5 for text, 3 for shapes. */
  least: 4.5 | 3;
}

/** The contrasts of an accent color (#rrggbb) in both themes, derived as theme.css does. */
export function checkContrast(accent: string): ContrastCheck[] {
  const color = linearOf(accent);
  const themes = [
    { theme: "light" as const, page: "#fbfaf8", fill: color, link: withLightness(color, (l) => Math.min(l, 0.48)) },
    ...[withLightness(color, (l) => Math.max(l, 0.77))].map((lighter) => ({
      theme: "dark" as const,
      page: "#141311",
      fill: lighter,
      link: lighter,
    })),
  ];
  return themes.flatMap(({ theme, page, fill, link }): ContrastCheck[] => {
    const [behind, filled] = [luminance(linearOf(page)), luminance(fill)];
    return [
      { theme, what: "Text on buttons", ratio: contrast(filled, filled < 0.179 ? 1 : 0), least: 4.5 },
      { theme, what: "Links", ratio: contrast(luminance(link), behind), least: 4.5 },
      { theme, what: "Buttons on the page", ratio: contrast(filled, behind), least: 3 },
    ];
  });
}

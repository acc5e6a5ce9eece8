/** Linear light of an sRGB channel from 0 to 1. */
const toLinear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);

type Triple = [number, number, number];

const linearOf = (hex: string): Triple =>
  [1, 3, 5].map((at) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as Triple;

/** OKLab of linear sRGB and back, https://bottosson.github.io/posts/oklab/. */
function toOklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(1, Math.max(0, channel))) as Triple;
}

/** The same hue with a lightness of at least or at most `limit`, as theme.css derives its colors. */
function withLightness(color: Triple, choose: (lightness: number) => number): Triple {
  const [lightness, a, b] = toOklab(color);
  return fromOklab([choose(lightness), a, b]);
}

const luminance = ([r, g, b]: Triple) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** The contrast of WCAG 2 between two luminances, from 1 to 21. */
const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

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

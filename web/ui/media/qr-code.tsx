import { generate } from "lean-qr/nano";

/** Light modules around the code, which scanners need. */
const margin = 4;

/** A QR code, black on white in both themes, as scanners expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const places = Array.from({ length: code.size ** 2 }, (_, n) => [n % code.size, Math.floor(n / code.size)] as const);
  const modules = places.filter(([x, y]) => code.get(x, y)).map(([x, y]) => `M${x} ${y}h1v1h-1z`);
  const side = code.size + 2 * margin;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-full rounded bg-[white]"
    >
      <path d={modules.join("")} />
    </svg>
  );
}

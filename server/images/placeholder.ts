import sharp from "sharp";

// A frame with a sun over hills, in neutral greys.
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 640 640">
  <rect width="640" height="640" fill="#f3f3f1"/>
  <g fill="none" stroke="#b9b8b3" stroke-width="12" stroke-linecap="round" stroke-linejoin="round">
    <rect x="196" y="212" width="248" height="216" rx="28"/>
    <circle cx="268" cy="284" r="22"/>
    <path d="M204 404l76-72 46 42 58-64 54 58"/>
  </g>
</svg>`;

let drawn: Promise<Buffer> | undefined;

/** The placeholder image as PNG, drawn once. */
export function getPlaceholder(): Promise<Buffer> {
  drawn ??= sharp(Buffer.from(drawing)).png({ palette: true }).toBuffer();
  return drawn;
}

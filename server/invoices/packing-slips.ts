import type { OrderRow } from "#server/orders/orders.ts";
import { inLanguageOf } from "#server/platform/language.ts";
import { formatDateTime } from "#server/shop/shop.ts";
import { formatDeliveryDates } from "#words/delivery-dates.ts";
import { direction, say, shopLocale } from "#words/say.ts";
import { sellerAddress } from "#words/seller.ts";
import { code128Widths } from "./code128.ts";
import {
  type Canvas,
  createPdf,
  drawLogo,
  ensureSpace,
  leftOf,
  mutedColor,
  page,
  postalLines,
  rule,
  textHeight,
  write,
} from "./pdf-canvas.ts";

interface Shop {
  name: string;
  /** Where parcels come from, and go back to if they can't be delivered. */
  legal_name: string | null;
  address: string | null;
  timezone: string;
  /** As PNG. */
  logo: Buffer | undefined;
}

/** The packing slips of orders as one PDF: each order begins a page and lists the units that are still to be shipped. */
export const packingSlipsPdf = (shop: Shop, orders: OrderRow[], at: Date): Promise<Buffer> =>
  createPdf({ title: say("Packing slips"), author: shop.name, locale: shopLocale(), at }, (doc) => {
    for (const [index, order] of orders.entries()) {
      if (index > 0) doc.addPage();
      inLanguageOf(order, () => drawSlip({ doc, isMirrored: direction() === "rtl" }, shop, order));
    }
  });

function drawSlip(canvas: Canvas, shop: Shop, order: OrderRow) {
  if (shop.logo) drawLogo(canvas, shop.logo);
  let y = write(canvas, shop.name, { y: page.top, size: 13, font: "bold" });
  for (const line of sellerAddress(shop)) y = write(canvas, line, { y, color: mutedColor });
  y = Math.max(page.top + 58, y + 12);
  drawBarcode(canvas, String(order.number), y);
  y = write(canvas, say("Packing slip for order {number}", { number: order.number }), { y, size: 20, font: "bold" });
  const facts = [
    formatDateTime(new Date(order.placed_at), shop.timezone),
    ...(order.shipping_method ? [order.shipping_method.name, deliveryFact(order, shop)] : []),
  ];
  for (const fact of facts) y = write(canvas, fact, { y: y + 1, color: mutedColor });
  y = write(canvas, say("Delivery address"), { y: y + 16, color: mutedColor });
  for (const line of postalLines(order.shipping_address, shopLocale())) y = write(canvas, line, { y });
  y = drawUnits(canvas, order, y + 20);
  if (!order.customer_note) return;
  y = write(canvas, say("Note"), { y: ensureSpace(canvas, y + 16, 40), color: mutedColor });
  write(canvas, order.customer_note, { y });
}

const barHeight = 30;

/** Draws the order's number for a scanner at the end of the line, a point to the module, which most of them read. */
function drawBarcode(canvas: Canvas, text: string, top: number) {
  const widths = code128Widths(text);
  const width = widths.reduce((sum, one) => sum + one);
  let x = leftOf(canvas, { end: page.right }, width);
  canvas.doc.fillColor("#000");
  for (const [at, bar] of widths.entries()) {
    if (at % 2 === 0) canvas.doc.rect(x, top, bar, barHeight).fill();
    x += bar;
  }
}

/** When the order should arrive, as its customer was told. */
const deliveryFact = ({ shipping_method: method, confirmed_at }: OrderRow, { timezone }: Shop) =>
  method && confirmed_at ? say("Arrives {dates}.", { dates: formatDeliveryDates(method, confirmed_at, timezone) }) : "";

/** The units to pack with a box to tick each, or all units when everything is shipped. */
function drawUnits(canvas: Canvas, { lines }: OrderRow, top: number): number {
  const [box, quantity, name] = [10, page.left + 54, page.left + 66];
  const look = { x: name, width: page.right - name };
  let y = top;
  rule(canvas, y);
  for (const { line, units } of unitsToPack(lines)) {
    const detail = [...line.options.map(({ value }) => value), line.sku].filter(Boolean).join(" · ");
    y = ensureSpace(canvas, y + 8, textHeight(canvas, line.name, look) + 16);
    canvas.doc
      .rect(leftOf(canvas, {}, box), y + 1, box, box)
      .lineWidth(0.5)
      .stroke();
    write(canvas, `${units} ×`, { y, end: quantity, font: "bold" });
    y = write(canvas, line.name, { ...look, y });
    if (detail) y = write(canvas, detail, { ...look, y, color: mutedColor, size: 8.5 });
  }
  rule(canvas, y + 8);
  return y + 8;
}

function unitsToPack(lines: OrderRow["lines"]) {
  const open = lines.map((line) => ({ line, units: line.quantity - line.cancelled_qty - line.fulfilled_qty }));
  const isShipped = open.every(({ units }) => units === 0);
  const all = lines.map((line) => ({ line, units: line.quantity - line.cancelled_qty }));
  return (isShipped ? all : open).filter(({ units }) => units > 0);
}

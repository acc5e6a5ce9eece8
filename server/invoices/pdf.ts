import { minorDigits } from "#contract/formats/currency-decimals.ts";
import { withMinusSign } from "#words/numbers.ts";
import { fillPlaceholders } from "#words/say.ts";
import { type Address, type Figure, type InvoiceDocument, rateOfLine } from "./document.ts";
import { canWrite } from "./fonts.ts";
import {
  type Canvas,
  createPdf,
  drawLogo,
  ensureSpace,
  lineHeight,
  mutedColor,
  page,
  postalLines,
  rule,
  textHeight,
  textSize,
  textWidth,
  wrapText,
  write,
} from "./pdf-canvas.ts";

interface InvoiceCanvas extends Canvas {
  money: (amount: number) => string;
  day: (iso: string) => string;
}

/** Invoices and credit notes as one PDF, with the shop's logo (PNG) if it has one. */
export function pdfOf([first, ...more]: [InvoiceDocument, ...InvoiceDocument[]], logo?: Buffer): Promise<Buffer> {
  const about = {
    title: more.length === 0 ? titleOf(first) : first.seller.name,
    author: first.seller.name,
    locale: first.locale,
    at: new Date(first.issued_at),
  };
  return createPdf(about, (doc) => {
    for (const [index, content] of [first, ...more].entries()) {
      if (index > 0) doc.addPage();
      draw(createCanvas(doc, content), content, logo);
    }
  });
}

const titleOf = ({ words, number }: InvoiceDocument) => fillPlaceholders(words.title, { number });

function createCanvas(doc: Canvas["doc"], { currency, locale, direction, timezone }: InvoiceDocument): InvoiceCanvas {
  const digits = minorDigits(currency);
  const moneyAs = (currencyDisplay: "symbol" | "code") => {
    const as = { style: "currency", currency, currencyDisplay } as const;
    const format = new Intl.NumberFormat(locale, {
      ...as,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    return (amount: number) => withMinusSign(format.format(amount / 10 ** digits)).replace(/[\u00a0\u202f]/g, " ");
  };
  const bySymbol = moneyAs("symbol");
  const days = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: timezone });
  return {
    doc,
    isMirrored: direction === "rtl",
    // The fonts lack the symbols of many currencies.
    money: canWrite(bySymbol(0)) ? bySymbol : moneyAs("code"),
    day: (iso) => days.format(new Date(iso)),
  };
}

function draw(canvas: InvoiceCanvas, content: InvoiceDocument, logo: Buffer | undefined) {
  if (logo) drawLogo(canvas, logo);
  let y = drawHead(canvas, content);
  y = drawAddresses(canvas, content, y + 28);
  y = drawLines(canvas, content, y + 28);
  y = drawFigures(canvas, content.figures, y + 8);
  y = drawPayment(canvas, content, y + 8);
  y = drawTaxes(canvas, content, y + 20);
  y = drawRemarks(canvas, content, y);
  attachUnsupportedText(canvas, content, y + 10);
}

function drawHead(canvas: InvoiceCanvas, content: InvoiceDocument): number {
  const { words, about } = content;
  let y = write(canvas, content.seller.name, { y: page.top, size: 13, font: "bold" });
  const { address, vat_id: id, email, phone } = content.seller;
  const sellerLines = [...(address?.split("\n") ?? []), ...(id ? [fillPlaceholders(words.vat_id, { id })] : [])];
  for (const line of [...sellerLines, [email, phone].filter(Boolean).join(" · ")])
    y = write(canvas, line, { y, color: mutedColor });
  y = write(canvas, titleOf(content), { y: Math.max(page.top + 58, y + 12), size: 20, font: "bold" });
  const facts = [
    fillPlaceholders(words.date, { date: canvas.day(content.issued_at) }),
    fillPlaceholders(words.order, { number: content.order_number, date: canvas.day(content.placed_at) }),
    ...(content.delivery && words.delivery ? [fillPlaceholders(words.delivery, { dates: content.delivery })] : []),
    ...(about
      ? [
          fillPlaceholders(words.about, { number: about.invoice }),
          fillPlaceholders(words.reason, { reason: about.reason }),
        ]
      : []),
  ];
  for (const fact of facts) y = write(canvas, fact, { y: y + 1, color: mutedColor });
  return y + 1;
}

function drawAddresses(canvas: InvoiceCanvas, { buyer, delivered_to, locale, words }: InvoiceDocument, top: number) {
  const [middle, width] = [310, 220];
  const { vat_id: id } = buyer.address;
  const vatLine = id ? fillPlaceholders(words.vat_id, { id }) : "";
  const billed = [...postalLines(buyer.address, locale), vatLine, buyer.email ?? ""].filter(Boolean);
  const columns = [billed, postalLines(delivered_to, locale)].map((lines) =>
    lines.flatMap((line) => wrapText(canvas.doc.fontSize(textSize), line, "regular", width)),
  );
  write(canvas, words.billed_to, { y: top, width, color: mutedColor });
  let y = write(canvas, words.delivered_to, { x: middle, y: top, width, color: mutedColor }) + 2;
  for (let row = 0; row < Math.max(...columns.map(({ length }) => length)); row++) {
    y = ensureSpace(canvas, y, textSize * lineHeight);
    const ends = columns.map((lines, index) =>
      write(canvas, lines[row] ?? "", { x: index === 0 ? page.left : middle, y }),
    );
    y = Math.max(...ends);
  }
  return y;
}

const columns = { quantity: 310, price: 400, tax: 445 };

function drawLines(canvas: InvoiceCanvas, { lines, locale, words }: InvoiceDocument, top: number): number {
  const head = (y: number) => {
    write(canvas, words.item, { y, color: mutedColor });
    write(canvas, words.quantity, { y, end: columns.quantity, color: mutedColor });
    write(canvas, words.unit_price, { y, end: columns.price, color: mutedColor });
    write(canvas, words.tax, { y, end: columns.tax, color: mutedColor });
    write(canvas, words.amount, { y, end: page.right, color: mutedColor });
    rule(canvas, y + 16);
    return y + 24;
  };
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 4 });
  let y = head(ensureSpace(canvas, top, 60));
  for (const line of lines) {
    const name = { width: 200 };
    const detail = { width: 200, color: mutedColor, size: 8.5 };
    const height = line.detail ? textHeight(canvas, line.detail, detail) : 0;
    if (y + textHeight(canvas, line.text, name) + height + line.adjustments.length * 14 > page.bottom) {
      canvas.doc.addPage();
      y = head(page.top);
    }
    write(canvas, String(line.quantity), { y, end: columns.quantity });
    if (line.unit_price !== null) write(canvas, canvas.money(line.unit_price), { y, end: columns.price });
    const rate = rateOfLine(line);
    if (rate !== null) write(canvas, percent.format(rate / 1_000_000), { y, end: columns.tax });
    write(canvas, canvas.money(line.amount), { y, end: page.right });
    y = write(canvas, line.text, { ...name, y });
    if (line.detail) y = write(canvas, line.detail, { ...detail, y });
    for (const { label, amount } of line.adjustments)
      y = write(canvas, `${label}: ${canvas.money(amount)}`, { ...detail, y });
    y += 8;
  }
  rule(canvas, y);
  return y;
}

/** Payments and the amount due, and how it is paid. */
function drawPayment(canvas: InvoiceCanvas, { payment, words }: InvoiceDocument, top: number): number {
  if (!payment || (payment.rows.length === 0 && payment.due === 0)) return top;
  const rows = payment.rows.map(({ label, amount, at }) => ({
    label: at === null ? label : fillPlaceholders(label, { date: canvas.day(at) }),
    amount: -amount,
  }));
  const y = drawFigures(canvas, [...rows, { label: words.due, amount: payment.due }], top);
  if (payment.note === null) return y;
  const note = fillPlaceholders(payment.note, { amount: canvas.money(payment.due) });
  return write(canvas, note, { y: ensureSpace(canvas, y + 12, textHeight(canvas, note, {})) });
}

/** Amounts below each other, the last in bold. */
function drawFigures(canvas: InvoiceCanvas, figures: Figure[], top: number): number {
  const left = 300;
  const widest = Math.max(...figures.map(({ amount }) => textWidth(canvas, canvas.money(amount), { font: "bold" })));
  const width = page.right - widest - 12 - left;
  const rows = figures.map(({ label, amount }, index) => {
    const look = { font: index === figures.length - 1 ? ("bold" as const) : ("regular" as const), width };
    return { label, amount, look, height: textHeight(canvas, label, look) + 4 };
  });
  let y = ensureSpace(
    canvas,
    top,
    rows.reduce((sum, { height }) => sum + height, 0),
  );
  for (const { label, amount, look, height } of rows) {
    write(canvas, label, { ...look, x: left, y });
    write(canvas, canvas.money(amount), { y, end: page.right, font: look.font });
    y += height;
  }
  return y;
}

function drawTaxes(canvas: InvoiceCanvas, { taxes, words }: InvoiceDocument, top: number): number {
  const rows = taxes
    .filter(({ tax }) => tax !== 0)
    .flatMap(({ rates, ...row }) => rates?.map((rate) => ({ ...row, ...rate })) ?? [row]);
  if (rows.length === 0) return top;
  let y = ensureSpace(canvas, top, rows.length * 15);
  for (const { label, net, tax } of rows) {
    const text = fillPlaceholders(words.tax_line, { label, tax: canvas.money(tax), net: canvas.money(net) });
    y = write(canvas, text, { y, color: mutedColor, size: 8.5 }) + 2.5;
  }
  return y;
}

function drawRemarks(canvas: InvoiceCanvas, { remarks = [] }: InvoiceDocument, top: number): number {
  let y = top;
  for (const remark of remarks)
    y = write(canvas, remark, { y: ensureSpace(canvas, y, textHeight(canvas, remark, {})) });
  return y;
}

/** Adds a note and an attachment with the text that the fonts can't display. */
function attachUnsupportedText(canvas: InvoiceCanvas, content: InvoiceDocument, top: number) {
  const text = unsupportedText(content);
  if (text === undefined) return;
  write(canvas, content.words.as_written, { y: ensureSpace(canvas, top, 30), color: mutedColor, size: 8.5 });
  const at = new Date(content.issued_at);
  const named = { name: `${content.number}.txt`, type: "text/plain", creationDate: at, modifiedDate: at };
  canvas.doc.file(Buffer.from(text), named);
}

/** The texts of a document to attach in full if the fonts miss some of their characters; else undefined. */
function unsupportedText({ seller, about, buyer, delivered_to, lines }: InvoiceDocument): string | undefined {
  const parts = [
    [seller.name, seller.address ?? "", ...(about ? [about.reason] : [])],
    addressLines(buyer.address),
    addressLines(delivered_to),
    lines.flatMap(({ text, detail }) => [text, detail]),
  ];
  if (parts.flat().every((line) => canWrite(line.replaceAll(/\s/g, " ")))) return undefined;
  return parts.map((part) => part.filter(Boolean).join("\n")).join("\n\n");
}

const addressLines = ({ fullname, company, line1, line2, postal_code, city, region_code, country, ...rest }: Address) =>
  [fullname, company, line1, line2, postal_code, city, region_code, country, rest.phone, rest.vat_id].map(
    (line) => line ?? "",
  );

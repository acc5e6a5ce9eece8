import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { createElement as h, type ReactNode } from "react";
import { direction, say, shopLanguage } from "#words/say.ts";

/** Content of an email, top to bottom. */
export interface EmailContent {
  subject: string;
  /** Preview line next to the subject. */
  preview: string;
  /** The subject, if not given. */
  heading?: string;
  /** The first paragraphs, separated by empty lines. */
  intro?: string;
  parts: ReactNode[];
  /** The last paragraphs. */
  closing?: string;
  /** Where its reader unsubscribes, if that is possible. */
  unsubscribe?: string | undefined;
}
export interface Sender {
  name: string;
  base: string;
  email: string | null;
  /** The accent color of the shop. */
  accent: string;
}

/** The layout of all emails. Styles are inline for programs that drop style sheets; the sheet adds dark colors. */
export const emailDocument = (
  { subject, preview, heading = subject, intro = "", parts, closing = "", unsubscribe }: EmailContent,
  { name, base, email, accent }: Sender,
) =>
  h(
    Html,
    { lang: shopLanguage(), dir: direction() },
    h(
      Head,
      null,
      h("meta", { name: "color-scheme", content: "light dark" }),
      h("meta", { name: "supported-color-schemes", content: "light dark" }),
      h("style", { dangerouslySetInnerHTML: { __html: accentSheet(accent) + darkSheet } }),
    ),
    h(Preview, null, preview),
    h(
      Body,
      { className: "page", style: { backgroundColor: "#fbfaf8", margin: 0, padding: "24px 12px", fontFamily: fonts } },
      h(
        Container,
        { className: "sheet", style: sheet },
        h(Link, { href: base, className: "ink", style: { ...ink, fontSize: 20, fontWeight: 600 } }, name),
        h(
          Heading,
          { as: "h1", className: "ink", style: { ...ink, fontSize: 26, lineHeight: "32px", margin: "24px 0 16px" } },
          heading,
        ),
        ...paragraphs(intro),
        ...parts,
        ...paragraphs(closing),
        h(Hr, { className: "line", style: { borderColor: "#e7e3dc", margin: "32px 0 16px" } }),
        h(
          Text,
          { className: "muted", style: { ...muted, margin: 0 } },
          name,
          ...(email ? [" · ", inlineLink(email, `mailto:${email}`)] : []),
          ...(unsubscribe ? [" · ", inlineLink(say("Unsubscribe"), unsubscribe)] : []),
        ),
      ),
    ),
  );

export const paragraph = (...text: ReactNode[]) =>
  h(Text, { className: "ink", style: { ...ink, fontSize: 16, lineHeight: "24px", margin: "0 0 16px" } }, ...text);

/** The paragraphs of a plain text; single line breaks stay. */
const paragraphs = (text: string) =>
  text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== "")
    .map((part) => paragraph(...part.split("\n").flatMap((line, at) => (at === 0 ? [line] : [h("br"), line]))));

/** A postal address under its title. */
export const addressBlock = (title: string, lines: string[]) =>
  paragraph(h("strong", null, title), ...lines.flatMap((line) => [h("br"), line]));

/** Secondary text. */
export const note = (...text: ReactNode[]) =>
  h(Text, { className: "muted", style: { ...muted, margin: "0 0 16px" } }, ...text);

export const button = (label: string, href: string) =>
  h(Section, { style: { margin: "8px 0 24px" } }, h(Button, { href, className: "action", style: buttonStyle }, label));

/** A value to copy, such as a code. */
export const codeBlock = (text: string) => h(Text, { className: "ink sunken", style: { ...ink, ...code } }, text);

/** A link within a text. */
export const inlineLink = (label: string, href: string) =>
  h(Link, { href, className: "muted", style: { ...muted, textDecoration: "underline" } }, label);

interface DetailsRow {
  /** URL of an image before the name. */
  image?: string | undefined;
  name: ReactNode;
  value: string;
  strong?: boolean;
}

/** Rows of name and value; `strong` for the total. Long values, such as an IBAN, may wrap. */
export const detailsTable = (rows: DetailsRow[]) =>
  h(
    "table",
    { role: "presentation", width: "100%", cellPadding: 0, cellSpacing: 0, style: { margin: "0 0 24px" } },
    h(
      "tbody",
      null,
      ...rows.map(({ image, name, value, strong }) =>
        h(
          "tr",
          null,
          ...(image ? [h("td", { className: "line", width: thumbnailEdge, style: imageCell }, thumbnail(image))] : []),
          h(
            "td",
            {
              className: "ink line",
              colSpan: image || rows.every((row) => !row.image) ? 1 : 2,
              style: { ...cell, fontWeight: strong ? 600 : 400 },
            },
            name,
          ),
          h(
            "td",
            {
              className: "ink line",
              align: direction() === "rtl" ? "left" : "right",
              style: {
                ...cell,
                fontWeight: strong ? 600 : 400,
                whiteSpace: value.length > longValue ? "normal" : "nowrap",
                paddingInlineStart: 16,
              },
            },
            value,
          ),
        ),
      ),
    ),
  );

/** The name beside it says what it shows. */
const thumbnail = (src: string) =>
  h("img", { src, alt: "", width: thumbnailEdge, height: thumbnailEdge, style: { display: "block", borderRadius: 6 } });
const thumbnailEdge = 56;

/** Characters that fit next to a name on a phone. */
const longValue = 16;
const fonts = "Figtree, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const ink = { color: "#1d1b18" };
const muted = { color: "#6a655d", fontSize: 14, lineHeight: "20px" };
const sheet = {
  backgroundColor: "#ffffff",
  border: "1px solid #e7e3dc",
  borderRadius: 10,
  maxWidth: 560,
  padding: "32px 28px",
};
const buttonStyle = {
  backgroundColor: "#17594a",
  borderRadius: 10,
  color: "#ffffff",
  fontSize: 16,
  fontWeight: 600,
  padding: "12px 20px",
  textDecoration: "none",
};
const code = {
  backgroundColor: "#f4f2ee",
  borderRadius: 10,
  fontSize: 30,
  fontWeight: 600,
  letterSpacing: 6,
  lineHeight: "36px",
  margin: "8px 0 24px",
  padding: "16px 20px",
};
const cell = {
  ...ink,
  borderBottom: "1px solid #e7e3dc",
  fontSize: 15,
  lineHeight: "22px",
  padding: "10px 0",
  verticalAlign: "top",
};

const imageCell = { ...cell, paddingInlineEnd: 14 };

/** Text on the accent is black or white, whichever has the higher contrast. */
function accentSheet(accent: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => (Number.parseInt(accent.slice(at, at + 2), 16) / 255) ** 2.2);
  const luminance = 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
  return `.action { background-color: ${accent} !important; color: ${luminance < 0.179 ? "#fff" : "#000"} !important }\n`;
}

const darkSheet = `@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #141311 !important }
  .sheet { background-color: #1c1a18 !important; border-color: #393530 !important }
  .ink { color: #f3f0ea !important }
  .muted { color: #a9a297 !important }
  .line { border-color: #393530 !important }
  .sunken { background-color: #262421 !important }
}`;

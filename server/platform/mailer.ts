import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Transporter } from "nodemailer";
import type { Config } from "./config.ts";

/** A letter as it leaves the shop. `id` is its Message-ID without brackets: the same letter keeps it when it is sent again. */
export interface Email {
  id: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
}

export interface Mailer {
  /** Hands a letter over. Throws a MailProblem, whose words name nobody. */
  send(letter: Email): Promise<void>;
  close(): void;
}

/** The mail server would not, or could not. `final` when asking again is of no use. */
export class MailError extends Error {
  override name = "MailProblem";
  readonly final: boolean;

  constructor(words: string, final: boolean) {
    super(words);
    this.final = final;
  }
}

interface SendError {
  code?: string;
  responseCode?: number;
  command?: string;
}
interface Log {
  info(details: object, line: string): void;
  warn(details: object, line: string): void;
}

/** The post of a shop: its mail server, or files in DATA_DIR/mail while it has none. */
export function createMailer({ smtpUrl, dataDir }: Pick<Config, "smtpUrl" | "dataDir">, log: Log): Mailer {
  let opened: Promise<Transporter> | undefined;
  const transport = () => (opened ??= smtpUrl ? server(smtpUrl) : paper());
  let silentUntil = 0;
  const send = async ({ id, headers = {}, ...letter }: Email) => {
    if (Date.now() < silentUntil) throw new MailError("the mail server was silent a moment ago", false);
    const sent = (await (
      await transport()
    )
      .sendMail({ ...letter, messageId: `<${id}>`, headers: { "Auto-Submitted": "auto-generated", ...headers } })
      .catch((error: SendError) => {
        if (error.code === "ETIMEDOUT") silentUntil = Date.now() + silenceMs;
        throw explain(error);
      })) as { message?: Buffer };
    if (!smtpUrl && sent.message) keepFile(join(dataDir, "mail"), id, sent.message, log);
  };
  return { send, close: () => void opened?.then((transporter) => transporter.close()) };
}

// A server that stays silent must not keep other jobs waiting: it is given little time, and then left alone for a while.
const silenceMs = 15_000;
const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 };

// Loaded with the first letter only.
const server = async (url: string) => {
  const { createTransport } = await import("nodemailer");
  return createTransport({ url, ...patience } as never) as Transporter;
};
const paper = async () => {
  const { createTransport } = await import("nodemailer");
  return createTransport({ streamTransport: true, buffer: true, newline: "unix" }) as unknown as Transporter;
};

/** Only codes are told: what a mail server says may name the customer. */
function explain({ code = "no code", responseCode, command }: SendError): MailError {
  const refused = responseCode !== undefined && responseCode >= 500;
  const final = refused && (command === "RCPT TO" || command === "DATA") && code !== "EAUTH";
  return new MailError([code, command, responseCode].filter(Boolean).join(" "), final);
}

let told = false;

/** The same letter is the same file, so one that is sent again is not there twice. */
function keepFile(folder: string, id: string, message: Buffer, log: Log) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${id.split("@")[0]?.replaceAll(/[^\w-]/g, "")}.eml`);
  writeFileSync(`${file}.part`, message, { mode: 0o600 });
  renameSync(`${file}.part`, file);
  if (!told) log.warn({ folder }, "SMTP_URL is not set: letters are kept as files");
  told = true;
  log.info({ file }, "a letter was kept as a file");
}

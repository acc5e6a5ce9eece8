import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Transporter } from "nodemailer";
import type { Config } from "./config.ts";

/** A file attached to an email. */
export interface EmailFile {
  filename: string;
  content: string;
  contentType: string;
}

/** An email to send. `id` is its Message-ID without brackets; it stays the same when the email is sent again. */
export interface Email {
  id: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  attachments?: EmailFile[];
}

export interface Mailer {
  /** Sends an email, by `server` instead of the current one. Throws a MailError, whose message holds no personal data. */
  send(email: Email, server?: MailServer): Promise<void>;
  close(): void;
}

/** The mail server rejected the email or is unavailable. `final` if a retry is useless. */
export class MailError extends Error {
  override name = "MailError";
  readonly final: boolean;

  constructor(message: string, final: boolean) {
    super(message);
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

/** Options of nodemailer for an SMTP server. */
export type MailServer =
  | { url: string }
  | {
      host: string;
      port: number;
      secure: boolean;
      requireTLS: boolean;
      ignoreTLS: boolean;
      auth?: { user: string; pass: string };
    };

/** Sends by the mail server that `findServer` returns, or writes files to DATA_DIR/mail without one. */
export function createMailer(
  { dataDir }: Pick<Config, "dataDir">,
  log: Log,
  findServer: () => Promise<MailServer | undefined>,
): Mailer {
  let opened: { key: string; transport: Promise<Transporter> } | undefined;
  let pausedUntil = 0;
  const close = () =>
    void opened?.transport.then(
      (transporter) => transporter.close(),
      () => undefined,
    );
  /** The transport of a server, opened again when the server has changed. */
  const transportTo = (server: MailServer | undefined) => {
    const key = JSON.stringify(server ?? null);
    if (opened?.key !== key) {
      close();
      pausedUntil = 0;
      opened = { key, transport: server ? smtpTransport(server) : fileTransport() };
    }
    return opened.transport;
  };
  const send = async ({ id, headers = {}, ...email }: Email, by?: MailServer) => {
    const server = by ?? (await findServer());
    const transport = await transportTo(server);
    if (Date.now() < pausedUntil) throw new MailError("the mail server timed out a moment ago", false);
    const sent = (await transport
      .sendMail({ ...email, messageId: `<${id}>`, headers: { "Auto-Submitted": "auto-generated", ...headers } })
      .catch((error: SendError) => {
        if (error.code === "ETIMEDOUT") pausedUntil = Date.now() + pauseAfterTimeoutMs;
        throw toMailError(error);
      })) as { message?: Buffer };
    if (!server && sent.message) writeEmailFile(join(dataDir, "mail"), id, sent.message, log);
  };
  return { send, close };
}

// A server that does not respond must not block other jobs: timeouts are short, and then sending pauses.
const pauseAfterTimeoutMs = 15_000;
const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 };

// Loaded with the first email.
const smtpTransport = async (server: MailServer) => {
  const { createTransport } = await import("nodemailer");
  return createTransport({ ...server, ...timeouts } as never) as Transporter;
};
const fileTransport = async () => {
  const { createTransport } = await import("nodemailer");
  return createTransport({ streamTransport: true, buffer: true, newline: "unix" }) as unknown as Transporter;
};

/** Contains codes only, as the text of a mail server may contain personal data. */
function toMailError({ code = "no code", responseCode, command }: SendError): MailError {
  const refused = responseCode !== undefined && responseCode >= 500;
  const final = refused && (command === "RCPT TO" || command === "DATA") && code !== "EAUTH";
  return new MailError([code, command, responseCode].filter(Boolean).join(" "), final);
}

let isWarned = false;

/** An email that is sent again overwrites its file. */
function writeEmailFile(folder: string, id: string, message: Buffer, log: Log) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${id.split("@")[0]?.replaceAll(/[^\w-]/g, "")}.eml`);
  writeFileSync(`${file}.part`, message, { mode: 0o600 });
  renameSync(`${file}.part`, file);
  if (!isWarned) log.warn({ folder }, "no mail server is set: emails are written to files");
  isWarned = true;
  log.info({ file }, "an email was written to a file");
}

import type { FieldError } from "#contract/endpoint.ts";
import { type ProblemCode, problems } from "#contract/problems.ts";
import { constraintProblems, fieldLimits } from "#server/platform/database/constraints.ts";
import { text } from "#words/say.ts";

/** An expected error. Its code decides status and message; `details` (the current cart, quote or row) are sent too. */
export class Problem extends Error {
  override name = "Problem";
  readonly code: ProblemCode;
  readonly status: number;
  readonly errors: FieldError[] | undefined;
  readonly details: Record<string, unknown>;
  readonly retryAfter: number | undefined;

  constructor(
    code: ProblemCode,
    more: { message?: string; errors?: FieldError[]; details?: Record<string, unknown>; retryAfter?: number } = {},
  ) {
    super(more.message ?? problems[code].says);
    this.code = code;
    this.status = problems[code].status;
    this.errors = more.errors;
    this.details = more.details ?? {};
    this.retryAfter = more.retryAfter;
  }
}

/** The problem of one field of the request. */
export const fieldProblem = (field: string, code: string, message: string) =>
  new Problem("bad_input", { errors: [{ field, code, message }] });

/** For requests that break HTTP, JSON or multipart. */
export const unreadable = text("This request isn't valid. Check its headers and body.");

/** The value; throws `not_found` or another problem if there is none. */
export function assertFound<T>(value: T | undefined | null, code: ProblemCode = "not_found"): T {
  if (value === undefined || value === null) throw new Problem(code);
  return value;
}

// Temporary errors: lost or refused connections, full memory or disk, timeouts of statements and locks, repeated
// deadlocks, a server that has become a replica.
// https://www.postgresql.org/docs/current/errcodes-appendix.html and Node's network errors.
const temporaryCodes = [
  /^(08|53|57|25P0[34]|25006|40001|40P01|55P03|58030)/,
  /^(ENOSPC|EDQUOT|EMFILE|ENFILE|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOENT)/,
];
const temporaryMessages = [
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout/,
  /connection error and is not queryable|Client was closed/,
];

// Values PostgreSQL can't store, which must be input: a NUL in text or JSON, a number or date out of range, half of a
// surrogate pair in JSON.
const invalidValues = new Set(["22000", "22021", "22P05", "22003", "22008"]);
const invalidJson = /^invalid input syntax for type json/;

/** The problem of a violated foreign key: the referenced row does not exist, or a row to delete is still referenced. */
function missingReference({ detail = "" }: { detail?: string }): Problem {
  const field = /\((\w+)\)=/.exec(detail)?.[1] ?? "id";
  if (field === "id") return new Problem("in_use");
  return fieldProblem(field, "unknown", text("This no longer exists. Reload the page and choose again."));
}

/** The problem of a database error; undefined for unexpected errors. */
export function toProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  const { code, constraint, message } = error as { code?: string; constraint?: string; message?: string };
  const limit = fieldLimits[constraint ?? ""];
  if (limit) return fieldProblem(limit.field, "too_low", limit.message);
  const violated = constraintProblems[constraint ?? ""];
  if (violated) return new Problem(violated);
  if (invalidValues.has(code ?? "") || invalidJson.test(message ?? "")) return new Problem("bad_input");
  if (code === "23503") return missingReference(error as { detail?: string });
  const isTemporary =
    temporaryCodes.some((pattern) => pattern.test(code ?? "")) ||
    temporaryMessages.some((pattern) => pattern.test(message ?? ""));
  return isTemporary ? new Problem("busy", { retryAfter: 1 }) : undefined;
}

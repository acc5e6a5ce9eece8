import type { FieldError } from "#contract/endpoint.ts";
import type { ProblemCode } from "#contract/problems.ts";
import { say, text } from "#words/say.ts";

/** A call the shop refused or could not answer. Switch on `code`; `message` is fit to be shown, in the language of the shop. */
export class CallProblem extends Error {
  override name = "CallProblem";
  /** The HTTP status; 0 when no answer came at all. */
  readonly status: number;
  readonly code: ProblemCode | "no_answer" | (string & {});
  /** What is wrong with single fields, by their path in the request. */
  readonly errors: FieldError[];
  /** What some refusals carry: the current cart, quote or row. */
  readonly details: Record<string, unknown>;
  /** Whether the shop gave words of its own; else `message` is a general one. */
  readonly explained: boolean;

  constructor(
    status: number,
    said: { message?: string; code?: string; errors?: FieldError[]; [key: string]: unknown },
  ) {
    const { message, code, errors, request_id: _, ...details } = said;
    super(say(message ?? text("Something went wrong. Please try again.")));
    this.status = status;
    this.code = code ?? (status === 0 ? "no_answer" : "unexpected");
    this.errors = errors ?? [];
    this.details = details;
    this.explained = message !== undefined;
  }
}

import type { FieldError } from "#contract/endpoint.ts";
import type { ProblemCode } from "#contract/problems.ts";
import { say, text } from "#words/say.ts";

/** A failed call. Switch on `code`; `message` is for people, in the shop's language. */
export class CallProblem extends Error {
  override name = "CallProblem";
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: ProblemCode | "no_answer" | "user_changed" | (string & {});
  /** Invalid fields, by their path in the request. */
  readonly errors: FieldError[];
  /** What some problems carry: the current cart, quote or row. */
  readonly details: Record<string, unknown>;
  /** Whether the server sent a message; otherwise `message` is a general one. */
  readonly explained: boolean;

  constructor(
    status: number,
    body: { message?: string; code?: string; errors?: FieldError[]; [key: string]: unknown },
  ) {
    const { message, code, errors, request_id: _, ...details } = body;
    super(say(message ?? text("Something went wrong. Please try again.")));
    this.status = status;
    this.code = code ?? (status === 0 ? "no_answer" : "unexpected");
    this.errors = errors ?? [];
    this.details = details;
    this.explained = message !== undefined;
  }
}

/** Somebody else signed in, or the user signed out, before the answer arrived: it must be neither shown nor cached. */
export const userChanged = () =>
  new CallProblem(401, { code: "user_changed", message: text("Your session has ended") });

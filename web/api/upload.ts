import type { ApiRoute, ReplyOf } from "#contract/api.ts";
import { refreshAccessToken } from "#web/api/session/refresh-token.ts";
import { expireSession, storedTokens } from "#web/api/session/session.ts";
import { text } from "#words/say.ts";
import { CallProblem } from "./call-problem.ts";

type Upload = Extract<ApiRoute, "POST /images" | "POST /categories/upload" | "POST /product/admin/upload">;
interface Options {
  signal?: AbortSignal | undefined;
  /** Hears how much has gone, from 0 to 1. */
  onProgress?: (sent: number) => void;
}

/** Sends files as `call` does, and says how far they have come, which `fetch` can't. */
export async function upload<R extends Upload>(route: R, form: FormData, options: Options = {}): Promise<ReplyOf<R>> {
  // None of the uploads has parameters in its path.
  const url = `/v1${route.split(" ")[1]}`;
  const token = storedTokens().access_token;
  const first = await send(url, form, token, options);
  if (first.status === 422) return lost(first);
  if (first.status !== 401 || token === undefined) return answerOf(first);
  const renewed = await refreshAccessToken(token);
  if (renewed === undefined) return lost(first);
  const second = await send(url, form, renewed, options);
  return second.status === 422 || second.status === 401 ? lost(second) : answerOf(second);
}

type Answer = { status: number; said: unknown };

function send(url: string, form: FormData, bearer: string | undefined, { signal, onProgress }: Options) {
  return new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open("POST", url);
    if (bearer) request.setRequestHeader("authorization", `Bearer ${bearer}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, said: parsed(request.responseText) });
    request.onabort = () => reject(signal?.reason);
    request.onerror = () =>
      reject(new CallProblem(0, { message: text("Couldn't reach the shop. Check your connection and try again.") }));
    request.onloadend = () => signal?.removeEventListener("abort", stop);
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener("abort", stop);
    request.send(form);
  });
}

function lost(answer: Answer): never {
  expireSession();
  return answerOf(answer) as never;
}

function answerOf<T>({ status, said }: Answer): T {
  if (status >= 200 && status < 300) return said as T;
  throw new CallProblem(status, (said ?? {}) as Record<string, unknown>);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

import type { ApiRoute, ReplyOf } from "#contract/api.ts";
import { call } from "./call.ts";

type Upload = Extract<ApiRoute, "POST /images" | "POST /categories/upload" | "POST /product/admin/upload">;
interface Options {
  signal?: AbortSignal | undefined;
  /** Called with the part sent, from 0 to 1. */
  onProgress?: (sent: number) => void;
}

/** Uploads a form with files. */
export const upload = <R extends Upload>(route: R, form: FormData, { signal, onProgress }: Options = {}) =>
  (call as (route: Upload, args: object, options: object) => Promise<ReplyOf<R>>)(
    route,
    {},
    { form, signal, fetch: fetchWithProgress(onProgress) },
  );

/** `fetch` on XMLHttpRequest, which reports the progress of an upload. */
const fetchWithProgress =
  (onProgress: Options["onProgress"]): typeof fetch =>
  (input, { method = "GET", headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, String(input));
      request.withCredentials = true;
      new Headers(headers).forEach((value, name) => void request.setRequestHeader(name, value));
      request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
      request.onload = () => {
        const { status, responseText } = request;
        const type = request.getResponseHeader("content-type") ?? "text/plain";
        resolve(new Response(status === 204 ? null : responseText, { status, headers: { "content-type": type } }));
      };
      request.onerror = () => reject(new TypeError("The upload failed."));
      signal?.addEventListener("abort", () => {
        request.abort();
        reject(signal.reason);
      });
      request.send(body as XMLHttpRequestBodyInit);
    });

/** A `fetch` for uploads that tells how much has been sent, from 0 to 1; the browser's own can't. */
export const fetchWithProgress =
  (tell: (part: number) => void): typeof fetch =>
  (input, { method = "GET", headers, body, signal } = {}) =>
    new Promise((answer, fail) => {
      const request = new XMLHttpRequest();
      request.open(method, String(input));
      request.withCredentials = true;
      new Headers(headers).forEach((value, name) => void request.setRequestHeader(name, value));
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => lengthComputable && tell(loaded / total);
      request.onload = () => {
        const type = request.getResponseHeader("content-type") ?? "text/plain";
        answer(
          new Response(request.status === 204 ? null : request.responseText, {
            status: request.status,
            headers: { "content-type": type },
          }),
        );
      };
      request.onerror = () => fail(new TypeError("The upload did not arrive."));
      signal?.addEventListener("abort", () => {
        request.abort();
        fail(signal.reason);
      });
      request.send(body as XMLHttpRequestBodyInit);
    });

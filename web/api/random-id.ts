/** A random id, such as an idempotency key. `crypto.randomUUID` is missing on plain http, as on a local network. */
export const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

import { expect, test, vi } from "vitest";
import { closeFailed } from "./sockets.ts";

test("L1 a socket that fails is logged with its address and closed", () => {
  const [warn, close] = [vi.fn(), vi.fn()];
  const error = new Error("unreadable");
  closeFailed({ handshake: { address: "203.0.113.9" }, conn: { close } }, error, { warn });
  expect(warn).toHaveBeenCalledWith({ err: error, address: "203.0.113.9" }, expect.any(String));
  expect(close).toHaveBeenCalledOnce();
});

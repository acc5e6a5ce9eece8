import { expect, onTestFinished, test, vi } from "vitest";
import { createMailer } from "./mailer.ts";

test("Ops: closing a mailer whose server can't be used rejects nothing", async () => {
  const unhandled = vi.fn<(error: unknown) => void>();
  process.on("unhandledRejection", unhandled);
  onTestFinished(() => void process.off("unhandledRejection", unhandled));
  const log = { info: () => undefined, warn: () => undefined };
  const mailer = createMailer({ dataDir: "/nowhere" }, log, async () => ({ url: "smtp://[no address" }));
  const from = { name: "Shop", address: "shop@example.com" };
  const email = { id: "1@example.com", from, to: "ada@example.com", subject: "", html: "", text: "" };
  await expect(mailer.send(email)).rejects.toThrow("Invalid URL");
  mailer.close();
  await new Promise(setImmediate);
  expect(unhandled).not.toHaveBeenCalled();
});

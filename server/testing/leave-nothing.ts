import { afterAll, vi } from "vitest";

/**
 * Test files share a worker: a `fetch`, `window`, clock or environment that one stubs would be that of the next, which a
 * server then takes for a browser. Runs after all hooks of the file itself, as hooks end in the order of a stack.
 */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

import { once } from "node:events";

/** Waits for a child process and returns its exit code and all it printed; says so every ten seconds, and never leaves it behind. */
export async function finish(child, patience) {
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (printed += part));
  const began = Date.now();
  const ticking = setInterval(() => console.log(`  ${patience}, ${Math.round((Date.now() - began) / 1000)} s`), 10_000);
  const release = passSignalsTo(child);
  try {
    const [code] = await once(child, "close");
    return { code, printed };
  } catch (error) {
    return { code: 1, printed: `${printed}\n${error.message}` };
  } finally {
    clearInterval(ticking);
    release();
  }
}

function passSignalsTo(child) {
  const numbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };
  const handlers = Object.entries(numbers).map(([signal, number]) => {
    const stop = () => {
      child.kill(signal);
      process.exit(128 + number);
    };
    process.on(signal, stop);
    return () => process.off(signal, stop);
  });
  return () => handlers.forEach((off) => off());
}

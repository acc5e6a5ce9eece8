import type { Config } from "#server/platform/config.ts";

const demoSignIns = [
  ["admin", "admin", "admin-kiosk"],
  ["customer", "demo", "demo-kiosk"],
] as const;

/** Prints the shop's address and, for a demo shop, its sign-ins. */
export function printGreeting({ host, publicUrl }: Pick<Config, "host" | "publicUrl">, port: number, demo: boolean) {
  const isOpen = !isLoopback(host);
  const shown = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  const lines = [`The shop is open: ${publicUrl ?? `http://${shown}:${port}`}`];
  if (demo) for (const [who, name, password] of demoSignIns) lines.push(`  ${who.padEnd(9)} ${name} / ${password}`);
  console.log(`\n${lines.join("\n")}\n`);
  if (!demo || !(publicUrl || isOpen)) return;
  const opens = publicUrl ? `PUBLIC_URL=${publicUrl} says that customers use it` : `HOST=${host} opens it to others`;
  console.warn(
    `WARNING: this is a demo shop with public passwords, and ${opens}. Anybody who can reach it can sign in as\n` +
      "administrator. For a real shop use SHOP_DEMO=0 with a new DATA_DIR.\n",
  );
}

const isLoopback = (host: string) => host === "localhost" || host === "::1" || host.startsWith("127.");

import type { Config } from "#server/platform/config.ts";

/** Sign-ins of the demo data. */
const demoSignIns = [
  ["admin", "admin", "admin-kiosk"],
  ["customer", "demo", "demo-kiosk"],
] as const;

/** Prints the shop's address and, for a demo shop, its sign-ins. */
export function printGreeting({ host, publicUrl }: Config, port: number, demo: boolean) {
  const open = !isLoopback(host);
  const shown = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  const lines = [`The shop is open: ${publicUrl ?? `http://${shown}:${port}`}`];
  if (demo) for (const [who, name, password] of demoSignIns) lines.push(`  ${who.padEnd(9)} ${name} / ${password}`);
  console.log(`\n${lines.join("\n")}\n`);
  if (demo && open)
    console.warn(
      `WARNING: this is a demo shop with public passwords, and HOST=${host} opens it to other machines.\n` +
        "Anybody who can reach it can sign in as administrator. Set HOST=127.0.0.1, or SHOP_DEMO=0 with a new DATA_DIR.\n",
    );
}

const isLoopback = (host: string) => host === "localhost" || host === "::1" || host.startsWith("127.");

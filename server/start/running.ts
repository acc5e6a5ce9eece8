import type { AddressInfo } from "node:net";
import { openApp } from "#server/app.ts";
import type { Config } from "#server/platform/config.ts";
import type { Connection } from "#server/platform/database/database.ts";
import { StartError } from "#server/platform/start-error.ts";
import { mountStorefront } from "#server/storefront/storefront.ts";

export interface RunningShop {
  port: number;
  /** Refuses new requests, finishes accepted ones and closes the database connections. */
  stop(): Promise<void>;
}

/** Runs a whole shop in this process: API, pages, sockets and jobs. */
export async function runShop(config: Config, connection: Connection): Promise<RunningShop> {
  const { app, close } = await openApp(config, connection);
  let closePages = async () => undefined as void;
  const stop = async () => {
    await closePages();
    await close();
  };
  try {
    if (config.development)
      closePages = await (await import("#server/storefront/development.ts")).mountDevelopment(app);
    else await mountStorefront(app);
    await app.http.listen({ host: config.host, port: config.port });
    await app.jobs.start();
  } catch (error) {
    await stop();
    throw listenProblem(error, config);
  }
  return { port: (app.http.server.address() as AddressInfo).port, stop };
}

function listenProblem(error: unknown, { host, port }: Config) {
  switch ((error as { code?: string }).code) {
    case "EADDRINUSE":
      return new StartError(`Port ${port} is taken by another program. Stop that one, or set PORT to another number.`);
    case "EACCES":
      return new StartError(`This user may not listen on port ${port}. Set PORT to a number above 1023.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new StartError(
        `HOST is ${host}, which is no address of this machine. Use 127.0.0.1 for this machine alone, or 0.0.0.0 for all.`,
      );
    default:
      return error;
  }
}

import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartProblem } from "#server/platform/start-error.ts";

/** Proof that this process alone may touch a database folder. The kernel takes it back when the process dies, however it dies. */
export interface OwnerLock {
  /** Tells a shop that waits for the folder that it will be free soon. */
  announceStop(): void;
  release(): Promise<void>;
}

type Owner = { pid: number; stopping: boolean };

/** How long a starting shop waits for one that is stopping, in milliseconds. */
const patience = 30_000;

/** Takes the folder (a real path) for this process, or refuses with a sentence when another shop has it. */
export async function takeOwnerLock(folder: string): Promise<OwnerLock> {
  const address = addressOf(folder);
  const giveUp = Date.now() + patience;
  while (true) {
    const lock = await tryLock(address);
    if (lock !== undefined) return lock;
    const owner = await askOwner(address);
    if (owner === "nobody") {
      if (process.platform === "darwin") rmSync(address, { force: true });
    } else if (!owner?.stopping || Date.now() > giveUp) {
      throw taken(folder, owner);
    }
    await pause(100);
  }
}

function taken(folder: string, owner: Owner | undefined): StartProblem {
  const who = owner === undefined ? "Another shop" : `Another shop (process ${owner.pid})`;
  return new StartProblem(
    `${who} is already running on the data folder ${folder}. Stop it first, or set DATA_DIR to another folder for this one.`,
  );
}

/** Linux: an abstract socket, which is no file and cannot be left behind. Windows: a named pipe, likewise. Elsewhere a socket file. */
function addressOf(folder: string): string {
  const name = `kiosk-${createHash("sha256").update(folder).digest("hex").slice(0, 32)}`;
  if (process.platform === "linux") return `\0${name}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}.lock`);
}

async function tryLock(address: string): Promise<OwnerLock | undefined> {
  const owner: Owner = { pid: process.pid, stopping: false };
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end(JSON.stringify(owner));
  });
  if (!(await listens(server, address))) return undefined;
  server.unref();
  return {
    announceStop: () => {
      owner.stopping = true;
    },
    release: () => new Promise((done) => server.close(() => done())),
  };
}

function listens(server: Server, path: string): Promise<boolean> {
  return new Promise((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? done(false) : fail(error)));
    server.listen({ path, exclusive: true }, () => done(true));
  });
}

/** Who holds the lock; "nobody" when it was let go meanwhile, undefined when the holder does not answer in time. */
function askOwner(address: string): Promise<Owner | "nobody" | undefined> {
  return new Promise((done) => {
    const socket = connect(address);
    let said = "";
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on("data", (part) => {
      said += part;
    });
    socket.on("error", () => done("nobody"));
    socket.on("close", () => done(said === "" ? undefined : JSON.parse(said)));
  });
}

/** Picture work at once: more would take every core from the pages. */
const maxConcurrent = 2;

const waiting: (() => void)[] = [];
const backgroundQueue: (() => void)[] = [];
let busy = 0;
let behindBusy = false;

/** Does picture work when it is its turn. `behind` gives way to work somebody waits for and takes one place at most. */
export async function runLimited<T>(work: () => Promise<T>, { behind = false } = {}): Promise<T> {
  await new Promise<void>((start) => {
    (behind ? backgroundQueue : waiting).push(start);
    startNext();
  });
  try {
    return await work();
  } finally {
    release(behind);
  }
}

function startNext() {
  while (busy < maxConcurrent) {
    const front = waiting.shift();
    const next = front ?? (behindBusy ? undefined : backgroundQueue.shift());
    if (!next) return;
    if (!front) behindBusy = true;
    busy++;
    next();
  }
}

function release(behind: boolean) {
  busy--;
  if (behind) behindBusy = false;
  startNext();
}

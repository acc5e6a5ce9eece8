/** Maximum of concurrent image tasks: more would take all cores from requests. */
const maxConcurrent = 2;

const waiting: (() => void)[] = [];
const backgroundQueue: (() => void)[] = [];
let busy = 0;
let behindBusy = false;

/** Runs an image task within the limit. `behind`: after tasks that a request waits for, and one at a time. */
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

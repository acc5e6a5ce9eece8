/** Picture work at once: more would take every core from the pages. */
const places = 2;

const waiting: (() => void)[] = [];
const waitingBehind: (() => void)[] = [];
let busy = 0;
let behindBusy = false;

/** Does picture work when it is its turn. `behind` gives way to work somebody waits for and takes one place at most. */
export async function takeTurn<T>(work: () => Promise<T>, { behind = false } = {}): Promise<T> {
  await new Promise<void>((start) => {
    (behind ? waitingBehind : waiting).push(start);
    startNext();
  });
  try {
    return await work();
  } finally {
    leave(behind);
  }
}

function startNext() {
  while (busy < places) {
    const front = waiting.shift();
    const next = front ?? (behindBusy ? undefined : waitingBehind.shift());
    if (!next) return;
    if (!front) behindBusy = true;
    busy++;
    next();
  }
}

function leave(behind: boolean) {
  busy--;
  if (behind) behindBusy = false;
  startNext();
}

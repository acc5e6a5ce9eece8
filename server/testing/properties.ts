import fc from "fast-check";

const { SOAK_SEED } = process.env;

/** The seed of every property test: fixed, so that a run depends on the code alone; `npm run check -- soak` sets a fresh one. */
export const seed = Number(SOAK_SEED ?? 1);

/** The number of cases of a property test: `usual` in the gate, `soak` in `npm run check -- soak`. */
export const runs = (usual: number, soak: number) => (SOAK_SEED === undefined ? usual : soak);

fc.configureGlobal({ seed });

/** Pseudo-random numbers below a bound, the same in every run. */
export function seeded(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

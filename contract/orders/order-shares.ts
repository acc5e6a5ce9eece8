/**
 * What `units` of a line are worth, in minor units, after `before` of its units were already given up. Each unit is worth
 * the same, up to a cent: the cents that can't be split evenly go to the units given up last, so that all shares together
 * are exactly the line. `given` is what those before came to, where some in between were not given up after all.
 */
export const shareOf = (
  line: { total: number; quantity: number; given?: number | undefined },
  before: number,
  units: number,
) => (units > 0 ? Math.max(0, worth(line, before + units) - (line.given ?? worth(line, before))) : 0);

const worth = ({ total, quantity }: { total: number; quantity: number }, units: number) =>
  quantity > 0 ? Math.floor((total * units) / quantity) : 0;

/**
 * What `units` of a line are worth, in minor units, after `before` of its units were already given up. Each unit is worth
 * the same, up to a cent: the cents that can't be split evenly go to the units given up last, so that all shares together
 * are exactly the line.
 */
export const shareOf = (line: { total: number; quantity: number }, before: number, units: number) =>
  worth(line, before + units) - worth(line, before);

const worth = ({ total, quantity }: { total: number; quantity: number }, units: number) =>
  quantity > 0 ? Math.floor((total * units) / quantity) : 0;

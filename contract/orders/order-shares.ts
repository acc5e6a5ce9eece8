/**
 * The value of `units` of a line in minor units, after `before` of its units were credited. The rounding remainder goes
 * to the units credited last, so that all shares add up to the line. `given` is the amount credited for the units
 * before, needed if some of those credits were reversed.
 */
export const shareOf = (
  line: { total: number; quantity: number; given?: number | undefined },
  before: number,
  units: number,
) => (units > 0 ? Math.max(0, valueOf(line, before + units) - (line.given ?? valueOf(line, before))) : 0);

const valueOf = ({ total, quantity }: { total: number; quantity: number }, units: number) =>
  quantity > 0 ? Math.floor((total * units) / quantity) : 0;

/** Units per dollar. Amounts are integers, in millionths of a dollar. */
const microPerUsd = 1_000_000

export function toMicroUsd(usd: number): number {
  return Math.round(usd * microPerUsd)
}

export function toUsd(microUsd: number): number {
  return microUsd / microPerUsd
}

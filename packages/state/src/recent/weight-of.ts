/** Weight of an object or list, whatever it contains. */
const least = 64

/** Estimates how many characters' worth of memory a value of plain objects, lists and primitives takes. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, member) => sum + weightOf(member), least)
}

/** Of an object or list, whatever it holds. */
const least = 64

/** About as many characters as a value of plain objects, lists and primitives takes in memory. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, member) => sum + weightOf(member), least)
}

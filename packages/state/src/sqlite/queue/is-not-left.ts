/** Returns a condition on the column `lane`: it does not start with any text of a JSON array. */
export function isNotLeft(starts: string): string {
  return `not exists (select 1 from json_each(${starts}) where substr(lane, 1, length(value)) = value)`
}

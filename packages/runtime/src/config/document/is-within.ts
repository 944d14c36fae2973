/** Whether a setting equals another one or is below it. */
export function isWithin(path: string, outer: string): boolean {
  return `${path}.`.startsWith(`${outer}.`)
}

/** Whether a setting is another one, or below it. */
export function isWithin(path: string, outer: string): boolean {
  return `${path}.`.startsWith(`${outer}.`)
}

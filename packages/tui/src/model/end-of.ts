/** Maximum number of characters of a call's output that are kept. */
const mostCharacters = 20_000

/** Returns the end of an output, in whole lines. */
export function endOf(output: string): string {
  if (output.length <= mostCharacters) return output
  const end = output.slice(-mostCharacters)
  return end.slice(end.indexOf('\n') + 1)
}

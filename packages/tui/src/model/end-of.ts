/** How much output of a call is kept, in characters. */
const mostCharacters = 20_000

/** The end of an output, in whole lines. */
export function endOf(output: string): string {
  if (output.length <= mostCharacters) return output
  const end = output.slice(-mostCharacters)
  return end.slice(end.indexOf('\n') + 1)
}

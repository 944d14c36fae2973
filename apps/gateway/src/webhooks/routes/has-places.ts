/** Whether a text has places that values of an event fill: `{chat.id}`. */
export function hasPlaces(text: string): boolean {
  return /\{[\w.@$-]{1,200}\}/.test(text)
}

/** A text without the backslashes with which Markdown escapes. One at its end stood before what does not belong to it. */
export function withoutEscapes(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~]|$)/g, '$1')
}

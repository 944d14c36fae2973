/**
 * Removes the backslashes that Markdown uses for escapes. A backslash at the end escaped a character that follows the
 * text.
 */
export function withoutEscapes(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~]|$)/g, '$1')
}

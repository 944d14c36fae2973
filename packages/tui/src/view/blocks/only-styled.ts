/** Colors (SGR) and links (OSC 8) of this program, and every other control character. */
const parts =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /\u001b\[[\d;:]{0,100}m|\u001b\]8;[^\u0000-\u001f\u007f-\u009f]{0,4000}(?:\u0007|\u001b\\)|[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g

/**
 * Removes everything from a row that a terminal interprets, except for colors and links: no title, no clipboard, no
 * cursor movement. The last safeguard after the filters of the individual texts.
 */
export function onlyStyled(row: string): string {
  return row.replace(parts, (part) => (part.length > 1 ? part : ''))
}

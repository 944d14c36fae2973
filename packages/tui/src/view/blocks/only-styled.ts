/** Colours (SGR) and links (OSC 8) of this program; every other control character. */
const parts =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /\u001b\[[\d;:]{0,100}m|\u001b\]8;[^\u0000-\u001f\u007f-\u009f]{0,4000}(?:\u0007|\u001b\\)|[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g

/**
 * A row without anything that a terminal obeys, except for colours and links: no title, no clipboard, no movement of the
 * cursor. The last guard behind the filters of the single texts.
 */
export function onlyStyled(row: string): string {
  return row.replace(parts, (part) => (part.length > 1 ? part : ''))
}

/** Prefixes every line with `> `, so that the text cannot be parsed as a section of the summary. */
export function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

/** Returns the opening marks of a code fence that is still open at the end of a Markdown text. */
export function openFenceOf(text: string): string | undefined {
  let open: string | undefined
  for (const [, marks = '', info = ''] of text.matchAll(/^ {0,3}(`{3,}|~{3,})([^\n]*)$/gm)) {
    if (open === undefined) open = marks.startsWith('`') && info.includes('`') ? undefined : marks
    else if (marks.startsWith(open) && info.trim() === '') open = undefined
  }
  return open
}

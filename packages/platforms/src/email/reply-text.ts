/** What a person wrote: without the quoted mail below, the line that introduces it, and the signature. */
export function replyText(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').trimEnd().split('\n')
  const signature = lines.indexOf('-- ')
  const own = signature === -1 ? lines : lines.slice(0, signature)
  return withoutQuote(own).join('\n').trim()
}

/** A quote between the lines is part of what was written; one at the end is the mail that is answered. */
function withoutQuote(lines: readonly string[]): readonly string[] {
  let end = lines.length
  while (end > 0 && isQuoted(lines[end - 1] ?? '')) end -= 1
  const hasQuote = lines.slice(end).some((line) => line.startsWith('>'))
  if (!hasQuote) return lines
  return lines.slice(0, introductionBefore(lines, end))
}

function isQuoted(line: string): boolean {
  return line.startsWith('>') || line.trim() === ''
}

/** "On Monday, Ada wrote:", in any language, on up to three lines. */
function introductionBefore(lines: readonly string[], end: number): number {
  if (!/[:：]\s*$/.test(lines[end - 1] ?? '')) return end
  let start = end - 1
  while (start > 0 && end - start < 3 && lines[start - 1]?.trim() !== '') start -= 1
  // A paragraph of the person that ends with a colon is longer, and names no address or date.
  return /[@\d]/.test(lines.slice(start, end).join(' ')) ? start : end
}

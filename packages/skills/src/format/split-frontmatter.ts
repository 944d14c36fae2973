export interface SplitDocument {
  /** The frontmatter without the lines of dashes. Absent if the document has none. */
  readonly frontmatter?: string
  readonly body: string
}

/**
 * Splits off the frontmatter: lines between `---` at the start of the text. A byte order mark and empty lines before it
 * are ignored.
 */
export function splitFrontmatter(text: string): SplitDocument {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const start = lines.findIndex((line) => line.trim() !== '')
  if (start < 0 || lines[start]?.trimEnd() !== '---') return { body: text.replace(/^\uFEFF/, '') }
  const end = lines.findIndex((line, index) => index > start && /^(?:---|\.\.\.)\s*$/.test(line))
  if (end < 0) return { body: lines.slice(start + 1).join('\n') }
  return { frontmatter: lines.slice(start + 1, end).join('\n'), body: lines.slice(end + 1).join('\n') }
}

const fence = /^ {0,3}(`{3,}|~{3,})/

export interface FencedLine {
  readonly text: string
  /** Whether the line belongs to a fenced code block, or is one of its fences. */
  readonly isFenced: boolean
}

/** Splits a Markdown text into lines. */
export function fencedLines(markdown: string): readonly FencedLine[] {
  let open: string | undefined
  return markdown.split('\n').map((text) => {
    const [, marker] = fence.exec(text) ?? []
    const isFenced = open !== undefined || marker !== undefined
    if (open === undefined) open = marker
    else if (marker !== undefined && text.trim().startsWith(open)) open = undefined
    return { text, isFenced }
  })
}

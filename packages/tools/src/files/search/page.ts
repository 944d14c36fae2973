import type { Hit } from './search-request.js'

/** Maximum length of one answer. */
const maxChars = 50_000

export interface PageOptions {
  /** Number of matches (or files, in a file search) to skip. */
  readonly offset: number
  readonly limit: number
  /** Returns the displayed name of a file. */
  nameOf(file: string): string
  /**
   * Called when the hits end, with or without an error. Returns whether the time limit stopped the search, so that
   * partial results are kept.
   */
  isStopped(): boolean
}

export interface Page {
  readonly lines: readonly string[]
  readonly first: number
  /** Number of matches or files in `lines`, without context lines. */
  readonly count: number
  readonly hasMore: boolean
  readonly isStopped: boolean
}

/** Collects one page of hits. Reads no more hits than necessary. */
export async function collectPage(hits: AsyncIterable<Hit>, options: PageOptions): Promise<Page> {
  const { offset, limit, nameOf } = options
  const lines: string[] = []
  let seen = 0
  let chars = 0
  let hasMore = false
  try {
    for await (const hit of hits) {
      const counts = hit.kind !== 'gap' && hit.kind !== 'context'
      if (counts && (seen === offset + limit || chars > maxChars)) {
        hasMore = true
        break
      }
      if (counts) seen += 1
      if (seen < offset || (counts && seen === offset)) continue
      const line = toLine(hit, nameOf)
      if (line === '--' && (lines.length === 0 || lines.at(-1) === '--')) continue
      lines.push(line)
      chars += line.length + 1
    }
  } catch (error) {
    if (!options.isStopped()) throw error
  }
  while (lines.at(-1) === '--') lines.pop()
  return { lines, first: offset, count: Math.max(0, seen - offset), hasMore, isStopped: options.isStopped() }
}

function toLine(hit: Hit, nameOf: PageOptions['nameOf']): string {
  switch (hit.kind) {
    case 'gap':
      return '--'
    case 'file':
      return nameOf(hit.file)
    case 'count':
      return `${nameOf(hit.file)}:${hit.count}`
    default: {
      const mark = hit.kind === 'match' ? ':' : '-'
      return `${nameOf(hit.file)}${mark}${hit.line}${mark}${hit.text.replace(/\r$/, '')}`
    }
  }
}

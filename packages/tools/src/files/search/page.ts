import type { Hit } from './search-request.js'

/** Characters of one answer. */
const maxChars = 50_000

export interface PageOptions {
  /** Matches, or files where files are found, that are passed over. */
  readonly offset: number
  readonly limit: number
  /** How a file is called in the answer. */
  nameOf(file: string): string
  /** Asked when the hits end early with an error: whether the time was up, so that what there is should be kept. */
  isStopped(): boolean
}

export interface Page {
  readonly lines: readonly string[]
  readonly first: number
  /** Matches or files in `lines`; lines of context do not count. */
  readonly count: number
  readonly hasMore: boolean
  readonly isStopped: boolean
}

/** One page of hits. Reads no further than it has to. */
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

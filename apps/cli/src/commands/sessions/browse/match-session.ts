import type { SessionSummary } from '@hermes/core'

/** Matches in messages, keyed by the id of the conversation's first session. */
export type TextMatches = ReadonlyMap<string, string>

/** Whether a session has all words of a filter in its title, id, folder or surface, or matches by its messages. */
export function matches(session: SessionSummary, filter: string, found: TextMatches): boolean {
  if (filter === '' || found.has(session.id)) return true
  const { id, title = '', source, workingDirectory = '' } = session
  return hasWords([id, title, source, workingDirectory].join('\n'), filter)
}

/** Whether the title alone matches. */
export function hasTitle({ title = '' }: SessionSummary, filter: string): boolean {
  return hasWords(title, filter)
}

function hasWords(text: string, filter: string): boolean {
  const folded = fold(text)
  return fold(filter)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Returns the filter as a message search, with each word as a prefix. */
export function prefixQuery(filter: string): string {
  const words = filter.match(/[\p{L}\p{N}\p{M}_]+|\p{Extended_Pictographic}/gu) ?? []
  return words.map((word) => `${word}*`).join(' ')
}

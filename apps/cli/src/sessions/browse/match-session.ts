import type { SessionSummary } from '@hermes/core'

/** What was found in messages, by the id of the conversation's first session. */
export type TextMatches = ReadonlyMap<string, string>

/** Whether a session has all words of a filter in its title, id, folder or surface, or was found by its messages. */
export function matches(session: SessionSummary, filter: string, found: TextMatches): boolean {
  if (filter === '' || found.has(session.id)) return true
  const { id, title = '', source, workingDirectory = '' } = session
  return hasWords([id, title, source, workingDirectory].join('\n'), filter)
}

/** Whether its title alone has them. */
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

/** The filter as a search in messages understands it: each word as the beginning of one. */
export function prefixQuery(filter: string): string {
  const words = filter.match(/[\p{L}\p{N}\p{M}_]+|\p{Extended_Pictographic}/gu) ?? []
  return words.map((word) => `${word}*`).join(' ')
}

import type { NewMessage } from '@hermes/core'
import type { ImportedSession } from './imported-session.js'

export interface LinkedParts {
  readonly id: string
  readonly source: string
  readonly title?: string
  readonly model?: string
  readonly workingDirectory?: string
  /** The messages before each compaction, and after the last one. */
  readonly parts: readonly (readonly NewMessage[])[]
}

/** Creates one session per part, each of which continues the previous one. Parts without messages are skipped. */
export function linkParts({ parts, title, ...shared }: LinkedParts): readonly ImportedSession[] {
  const filled = parts.filter((messages) => messages.length > 0)
  return filled.map((messages, index): ImportedSession => {
    const next = filled[index + 1]?.[0]
    return {
      ...shared,
      ...(index === 0 && title !== undefined && { title }),
      id: partId(shared.id, index),
      ...(index > 0 && { parentSessionId: partId(shared.id, index - 1), link: 'compression' }),
      ...(next && { endReason: 'compression', endedAtMs: next.timestampMs }),
      startedAtMs: messages[0]?.timestampMs ?? 0,
      messages,
      usage: [],
    }
  })
}

function partId(id: string, index: number): string {
  return index === 0 ? id : `${id}_${index + 1}`
}

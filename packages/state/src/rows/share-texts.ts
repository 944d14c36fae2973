import { createHash } from 'node:crypto'
import { createBoundedMap } from '@hermes/safety'
import { checksumOfRow } from './checksum.js'
import type { SessionRow, SharedTextRow } from './schema.js'

/** Columns of a session to store, and the shared texts that they refer to. */
export interface SharedColumns<Columns> {
  readonly columns: Columns & Partial<Pick<SessionRow, 'shared_notes' | 'shared_prompt'>>
  readonly texts: readonly SharedTextRow[]
}

/** Replaces large texts in columns of a session with references, if an earlier session of this process had the same text. */
export type ShareTexts = <Columns extends Partial<SessionRow>>(columns: Columns) => SharedColumns<Columns>

/** Number of texts to remember: enough for the prompts and notes of the agents in a process. */
const keptTexts = 32
/** Minimum length of a shared text. Each session stores a reference of 43 characters in its place. */
const leastChars = 512

const places = [
  { own: 'model_config', shared: 'shared_notes' },
  { own: 'system_prompt', shared: 'shared_prompt' },
] as const

/**
 * Creates the function that shares texts. A text is shared only once it recurs, which a text that contains the id of
 * its session or what its user said never does.
 */
export function createShareTexts(): ShareTexts {
  const known = createBoundedMap<SharedTextRow | 'seen'>(keptTexts)

  function shared(text: string): SharedTextRow | undefined {
    if (text.length < leastChars) return undefined
    const before = known.get(text)
    const found = before === 'seen' ? toSharedText(text) : before
    known.set(text, found ?? 'seen')
    return found
  }

  return (columns) => {
    const texts: SharedTextRow[] = []
    const references: Partial<SessionRow> = {}
    for (const place of places) {
      const text = columns[place.own]
      if (text === undefined) continue
      const found = text === null ? undefined : shared(text)
      if (found) {
        texts.push(found)
        references[place.own] = null
      }
      references[place.shared] = found?.hash ?? null
    }
    return { columns: { ...columns, ...references }, texts }
  }
}

/** Returns the row of a text. */
export function toSharedText(text: string): SharedTextRow {
  const hash = createHash('sha256').update(text).digest('base64url')
  return { hash, text, checksum: checksumOfRow('shared_texts', { hash, text }) }
}

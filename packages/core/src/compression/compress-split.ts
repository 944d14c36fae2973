import { StoreError } from '../contracts/errors/errors.js'
import type { Message } from '../contracts/model/message.js'
import type { Continuation, SplitSession } from '../contracts/sessions/session-store.js'
import type { JsonObject } from '../contracts/values/json.js'
import { lineageRootOf } from '../session/lineage-root.js'
import { nextTitle } from '../session/next-title.js'
import type { OpenSession } from '../session/open-session.js'
import { keepOriginsForGood } from '../session/read-origins.js'
import { generateSessionId } from '../session/session-id.js'
import { lineageRoot, measuredRequest, pressureTold } from '../session/session-notes.js'
import { rebuildPrompt } from '../session/session-prompt.js'
import type { Compressible } from './compressible.js'
import { type CompressionRecord, compressionNote } from './compression-record.js'

/** How often a title or an id that was taken concurrently is replaced. */
const maxAttempts = 5

export interface Shortened {
  readonly survivors: readonly Message[]
  /** The state of the engine. */
  readonly state: JsonObject
  readonly record: CompressionRecord
}

/**
 * Continues in a child session with the survivors, atomically. Resolves to `undefined` when another process has split the
 * session first.
 */
export async function splitSession(open: Compressible, shortened: Shortened): Promise<OpenSession | undefined> {
  const { wiring, tools } = open
  // Notes about larger requests no longer apply.
  const kept = keepOriginsForGood(pressureTold.without(measuredRequest.without(open.record.notes)))
  const notes = compressionNote.with(kept, shortened.record)
  const system = await rebuildPrompt(wiring, open)
  open.signal.throwIfAborted()
  const atMs = wiring.services.now()
  const split = await trySplit(open, {
    model: wiring.model.id,
    notes: lineageRoot.with(notes, await lineageRootOf(wiring.store, open.record)),
    systemPrompt: system,
    contextState: shortened.state,
    messages: shortened.survivors.map((message) => ({ message, timestampMs: atMs })),
    atMs,
  })
  if (!split) return undefined
  const messages = split.messages.map(({ message }) => message)
  return { record: split.record, system, tools, messages, openCalls: [], resumed: true }
}

async function trySplit(
  { wiring: { store, services }, record }: Compressible,
  continuation: Omit<Continuation, 'id' | 'title'>,
): Promise<SplitSession | undefined> {
  for (let attempt = 1; ; attempt++) {
    const title = await nextTitle(store, record)
    const id = generateSessionId(services)
    try {
      return await store.sessions.split(record.id, { ...continuation, id, ...(title !== undefined && { title }) })
    } catch (error) {
      if (!StoreError.is(error) || error.kind !== 'conflict') throw error
      const now = await store.sessions.get(record.id)
      if (now?.endReason === 'compression') return undefined
      if (attempt === maxAttempts) throw error
    }
  }
}

import type { JsonValue, SessionId, SessionStore } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import type { Io } from '../../io.js'
import { terminalKey } from './terminal-key.js'

/** Namespace in the store for the latest session of each window. */
const namespace = 'terminal-sessions'
/** Time after which an entry no longer counts, in milliseconds, because names of windows are reused. */
const staleAfterMs = 30 * 24 * 3_600_000

export type Place = Pick<Io, 'env' | 'stdin' | 'workingDirectory'>

/** Records that this terminal works on a session in its folder. */
export async function rememberSession({ values }: SessionStore, place: Place, sessionId: SessionId): Promise<void> {
  const key = keyOf(place)
  if (key === undefined) return
  await values?.update(namespace, key, () => ({ sessionId, atMs: Date.now() }))
}

/** Returns the session that this terminal last worked on in its folder, if that was within 30 days. */
export async function sessionOfTerminal({ values }: SessionStore, place: Place): Promise<SessionId | undefined> {
  const key = keyOf(place)
  return key === undefined ? undefined : fresh(await values?.get(namespace, key))
}

function keyOf(place: Place): string | undefined {
  const terminal = terminalKey(place)
  return terminal === undefined ? undefined : JSON.stringify([terminal, place.workingDirectory])
}

function fresh(value: JsonValue | undefined): SessionId | undefined {
  if (!isRecord(value)) return undefined
  const { sessionId, atMs } = value
  if (typeof sessionId !== 'string' || typeof atMs !== 'number') return undefined
  return Date.now() - atMs < staleAfterMs ? sessionId : undefined
}

import type { JsonValue, SessionId, SessionStore } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import type { Io } from '../../io.js'
import { terminalKey } from './terminal-key.js'

/** The windows whose latest session is known, in the store. */
const namespace = 'terminal-sessions'
/** Names of windows are used again. */
const staleAfterMs = 30 * 24 * 3_600_000

export type Place = Pick<Io, 'env' | 'stdin' | 'workingDirectory'>

/** Notes that this terminal works on a session in its folder. */
export async function rememberSession({ values }: SessionStore, place: Place, sessionId: SessionId): Promise<void> {
  const key = keyOf(place)
  if (key === undefined) return
  await values?.update(namespace, key, () => ({ sessionId, atMs: Date.now() }))
}

/** The session that this terminal worked on last in its folder, if it was within 30 days. */
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

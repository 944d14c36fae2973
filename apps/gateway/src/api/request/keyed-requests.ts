import { randomUUID } from 'node:crypto'
import type { JsonValue, SessionId } from '@hermes/core'
import { generateSessionId, type ValueTable } from '@hermes/core/sessions'
import { withDefaultServices } from '@hermes/core/wiring'
import * as z from 'zod'
import { storedValue } from '../../stored-value.js'
import type { Caller } from './caller.js'
import { fingerprintOf } from './fingerprint.js'
import { idempotencyMs, keyConflict } from './idempotency-key.js'

/** The kind of object that a request creates. A key that was used for one kind is free for the others. */
export type KeyedKind = 'completion' | 'run' | 'resp'

const completionPrefix = 'completion_'
const newInputId = {
  completion: () => completionPrefix + randomUUID(),
  run: () => newRunId('run'),
  resp: () => newRunId('resp'),
} as const satisfies Record<KeyedKind, () => string>
const namespaces = {
  completion: 'api.completion-keys',
  run: 'api.run-keys',
  resp: 'api.response-keys',
} as const satisfies Record<KeyedKind, string>

const schema = z.object({
  sessionId: z.string(),
  inputId: z.string(),
  /** A hash of the request. Another request with the same key is rejected. */
  fingerprint: z.string(),
  atMs: z.number(),
})
type KeyedRequest = z.output<typeof schema>

/** Where a request with a key runs, and when the first one arrived. */
export type KeyedPlace = Pick<KeyedRequest, 'sessionId' | 'inputId' | 'atMs'>

/** A request with an `Idempotency-Key`. */
export interface NewKeyedRequest {
  readonly kind: KeyedKind
  readonly key: string
  readonly caller: Caller
  /** The session that the request names. Default: a new one. */
  readonly sessionId?: SessionId | undefined
  /** The body, which identifies a repeated request. */
  readonly body: unknown
}

/** Records where requests with an `Idempotency-Key` run. For 24 hours, a repeated request finds the session and the input of the first one. */
export interface KeyedRequests {
  /**
   * Returns the place of the first request with this key. Of several concurrent ones, in any process, only one is the first.
   * @throws {RequestError} when the key was used with another request.
   */
  place(request: NewKeyedRequest): Promise<KeyedPlace>
  /** Removes expired keys. */
  forget(nowMs: number): Promise<void>
}

export function createKeyedRequests(values: ValueTable): KeyedRequests {
  return {
    async place({ kind, key, caller, sessionId, body }) {
      const atMs = Date.now()
      const own: KeyedRequest = {
        sessionId: sessionId ?? generateSessionId(withDefaultServices()),
        inputId: newInputId[kind](),
        fingerprint: fingerprintOf(body),
        atMs,
      }
      const id = fingerprintOf([caller.userId ?? '', key])
      const stored = await values.update(namespaces[kind], id, (value) => (counting(value, atMs) ? value : own))
      const first = counting(stored, atMs) ?? own
      if (first.fingerprint === own.fingerprint) return first
      throw keyConflict()
    },
    async forget(nowMs) {
      for (const namespace of Object.values(namespaces)) {
        for (const { key, value } of await values.list(namespace)) {
          if (counting(value, nowMs)) continue
          // The key may have been used again in the meantime.
          await values.update(namespace, key, (latest) => (counting(latest, nowMs) ? latest : undefined))
        }
      }
    },
  }
}

/** Whether an input belongs to a chat completion with a key. */
export function isCompletion(inputId: string): boolean {
  return inputId.startsWith(completionPrefix)
}

/** Returns the id of a run without a key. */
export function newRunId(kind: Exclude<KeyedKind, 'completion'>): string {
  return `${kind}_${randomUUID().replaceAll('-', '')}`
}

/** Returns the request of a stored key that has not expired. */
function counting(value: JsonValue | undefined, nowMs: number): KeyedRequest | undefined {
  const request = storedValue(schema, value)
  return request && request.atMs >= nowMs - idempotencyMs ? request : undefined
}

import type { BeginningTurn } from '@hermes/conversations'
import { storedExchange } from '@hermes/conversations/stored'
import { type JsonValue, type SessionId, type SessionStore, StoreError } from '@hermes/core'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import { storedValue } from '../../stored-value.js'
import { idempotencyMs } from '../request/idempotency-key.js'
import { isCompletion } from '../request/keyed-requests.js'
import { tokensOf, tokensSince } from '../tokens/tokens.js'
import { type Tokens, tokensSchema } from '../tokens/tokens-schema.js'
import { turnUsage } from '../tokens/turn-usage.js'
import type { Answer } from './answer-of.js'

const namespace = 'api.completion-answers'
const schema = z.object({
  atMs: z.number(),
  /** Usage of the session's turns at the start of its own. */
  usageBefore: tokensSchema.exactOptional(),
  /** The answer. Absent until there is one. */
  answer: z
    .object({
      sessionId: z.string(),
      content: z.string(),
      finishReason: z.enum(['stop', 'length']),
      usage: tokensSchema,
    })
    .exactOptional(),
})

/** An answer as stored, with its session. */
export type KnownAnswer = Answer & { readonly sessionId: SessionId }

/** The answers of chat completions with an `Idempotency-Key`. A repeated request gets the same answer for 24 hours. */
export interface CompletionAnswers {
  /** Records the usage of the session's earlier turns. Call it before each turn. */
  begin(turn: Pick<BeginningTurn, 'id' | 'turnId'>): Promise<void>
  /** Stores an answer until its session is deleted. The first one stays. */
  settle(inputId: string, answer: KnownAnswer): Promise<void>
  /** Records that this process is about to know and store the answer, until `settled` resolves. */
  track(inputId: string, settled: Promise<unknown>): void
  /** Returns the answer, or `undefined` if there is none. If this process is about to store it, this waits for that. */
  find(inputId: string): Promise<KnownAnswer | undefined>
  /** Returns what the turn of an answer has used in all processes that worked on it, or `undefined` if that is no longer known. */
  usageOf(inputId: string, sessionId: SessionId): Promise<Tokens | undefined>
  /** Removes answers that have expired. */
  forget(nowMs: number): Promise<void>
}

export function createCompletionAnswers(values: ValueTable, store: SessionStore): CompletionAnswers {
  const tracked = new Map<string, Promise<unknown>>()
  return {
    async begin({ id, turnId }) {
      if (!isCompletion(turnId)) return
      const usageBefore = await turnUsage(id, store)
      if (!usageBefore) return
      const begun = { atMs: Date.now(), usageBefore }
      await values.update(namespace, turnId, (value) => value ?? begun, { isVolatile: true })
    },
    async settle(inputId, { sessionId, content, finishReason, usage }) {
      const answer = { sessionId, content, finishReason, usage: tokensOf(usage) }
      const withAnswer = { atMs: Date.now(), answer }
      const update = (options: { readonly sessionId?: SessionId }) =>
        values.update(namespace, inputId, (value) => ({ ...withAnswer, ...storedValue(schema, value) }), {
          isVolatile: true,
          ...options,
        })
      try {
        await update({ sessionId })
      } catch (error) {
        if (!StoreError.is(error) || error.kind !== 'not-found') throw error
        // The session of a command is not stored if it has no turns.
        await update({})
      }
    },
    track(inputId, settled) {
      const all = Promise.allSettled([tracked.get(inputId), settled])
      tracked.set(inputId, all)
      void all.then(() => {
        if (tracked.get(inputId) === all) tracked.delete(inputId)
      })
    },
    async find(inputId) {
      await tracked.get(inputId)
      return storedValue(schema, await values.get(namespace, inputId))?.answer
    },
    async usageOf(inputId, sessionId) {
      const before = storedValue(schema, await values.get(namespace, inputId))?.usageBefore
      const now = before && (await turnUsage(sessionId, store))
      // The conversation's usage since then includes later turns.
      const isLatest = now && (await storedExchange(store, sessionId, inputId))?.isLatest !== false
      return isLatest ? tokensSince(before, now) : undefined
    },
    async forget(nowMs) {
      const isOld = (value: JsonValue | undefined) => (storedValue(schema, value)?.atMs ?? 0) < nowMs - idempotencyMs
      for (const { key, value } of await values.list(namespace)) {
        if (isOld(value)) await values.update(namespace, key, (latest) => (isOld(latest) ? undefined : latest))
      }
    },
  }
}

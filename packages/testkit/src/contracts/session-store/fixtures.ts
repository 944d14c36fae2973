import { type NewMessage, StoreError, type StoreErrorKind, type Usage } from '@hermes/core'
import { type ModelCall, type NewSession, turnTask } from '@hermes/core/sessions'
import { expect } from 'vitest'

/** A time that is not a whole second, to detect a store that keeps only seconds. */
export const atMs = 1_795_000_000_123

export function session(id: string, more: Partial<NewSession> = {}): NewSession {
  return { id, source: 'cli', startedAtMs: 1_790_000_000_001, ...more }
}

export function user(content: string, timestampMs = 2000): NewMessage {
  return { message: { role: 'user', content }, timestampMs }
}

/** Returns a usage that is distinct in every field. */
export function usage(tokens: number): Usage {
  return {
    inputTokens: tokens,
    outputTokens: tokens * 2,
    cacheReadTokens: tokens * 3,
    cacheWriteTokens: tokens * 4,
    reasoningTokens: tokens * 5,
  }
}

/** Returns the usage of a call with a known price. */
export function costing(microUsd: number, version = '2026-07-02'): Usage {
  return { ...usage(1), cost: { status: 'estimated', microUsd, source: 'models.dev', version } }
}

/** Returns a call of the conversation itself. */
export function modelCall(used: Usage, more: Partial<ModelCall> = {}): ModelCall {
  return { task: turnTask, provider: 'openrouter', model: 'lab/large', atMs: atHour(0), ...more, usage: used }
}

/** Returns the start of an hour, relative to a fixed one. */
export function atHour(hour: number): number {
  return (500_000 + hour) * 3_600_000
}

export async function expectStoreError(promise: Promise<unknown>, kind: StoreErrorKind): Promise<void> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(StoreError.is(error) ? error.kind : error).toBe(kind)
}

export function unfrozenPaths(value: unknown, path = '$'): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([key, member]) => unfrozenPaths(member, `${path}.${key}`))
  return Object.isFrozen(value) ? inside : [path, ...inside]
}

import type { JsonObject } from '@hermes/core'
import type { AnswerCall, ChooseReply } from '@hermes/testkit'

/** The declared effect of each of the worker's tools. */
export const effects = { look: 'read', set: 'idempotent', send: 'once', shell: 'once' } as const
const names = Object.keys(effects)

export const taskOf = (seed: number) => `Task ${seed}.`
export const answerOf = (seed: number) => `Task ${seed} is done.`

/** Returns the calls of each step of a task, which are deterministic by seed in every process. */
export function stepsOf(seed: number): readonly (readonly AnswerCall[])[] {
  const random = createRandom(seed)
  const upTo = (most: number) => 1 + Math.floor(random() * most)
  return Array.from({ length: upTo(5) }, (_, step) =>
    Array.from({ length: upTo(4) }, (_, place) => {
      const id = `${seed}-${step}-${place}`
      return { id, name: names[upTo(names.length) - 1] ?? 'look', args: { id } }
    }),
  )
}

/** Plays a provider that reads the progress from the conversation, so that a killed process continues. */
export const playTasks: ChooseReply = (body) => {
  const messages = messagesOf(body)
  const seed = Number(/Task (\d+)\./.exec(JSON.stringify(messages))?.[1])
  const done = messages.filter(({ tool_calls: calls }) => Array.isArray(calls)).length
  const calls = stepsOf(seed)[done]
  return { kind: 'answer', calls: calls ?? [], text: calls ? 'Next.' : answerOf(seed) }
}

function messagesOf({ messages }: JsonObject): readonly JsonObject[] {
  return Array.isArray(messages) ? messages.filter(isObject) : []
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Mulberry32: small and portable. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

import { createHash } from 'node:crypto'
import type { JsonObject } from '@hermes/core'
import type { AnswerCall, ChooseReply, Pace } from '@hermes/testkit'

/** A word that identifies a client's message and determines its expected work. */
export type TaskName = string

export const effectsFile = 'effects'

export const toTaskName = (generation: number, session: number, client: number, number: number): TaskName =>
  `task${generation}s${session}c${client}n${number}x`

export const sessionOf = (task: TaskName) => /^task\d+s\d+/.exec(task)?.[0] ?? ''
export const clientOf = (task: TaskName) => /^task\d+s\d+c\d+/.exec(task)?.[0] ?? ''
export const numberOf = (task: TaskName) => Number(/n(\d+)x$/.exec(task)?.[1])

/** Returns the question for a task. Some are so long that a few of them fill the model's window. */
export const questionOf = (task: TaskName) =>
  `Do ${task}. ${'日本語 and words. '.repeat(5 ** choose(task, 'filler', 5))}`
export const answerTo = (task: TaskName) => `Done with ${task}.`
export const isStreamed = (task: TaskName) => choose(task, 'streamed', 3) > 0

/** Returns the tasks in a text, in order. */
export const tasksIn = (text: string): readonly TaskName[] =>
  [...text.matchAll(/Do (task\w+x)\./g)].flatMap(([, task]) => task ?? [])

/** Returns the output of a call after its effect. */
export const confirmationOf = (key: string) => `did ${key}`

/** Returns the calls of each step of a task. The id of a call is the key of its effect, which is one line in a file. */
export function stepsOf(task: TaskName): readonly (readonly AnswerCall[])[] {
  return Array.from({ length: choose(task, 'steps', 3) }, (_, step) =>
    Array.from({ length: 1 + choose(task, `calls ${step}`, 2) }, (_, place) => {
      const key = `${task}-${step}-${place}`
      const wait = (when: string) => `sleep 0.0${choose(key, when, 6)}`
      const command = `${wait('before')}; echo ${key} >> ${effectsFile}; ${wait('after')}; echo ${confirmationOf(key)}`
      return { id: key, name: 'terminal', args: { command } }
    }),
  )
}

/** Plays a model that reads the newest task and its progress from the conversation. */
export const workOnTasks: ChooseReply = (body) => {
  const messages = Array.isArray(body.messages) ? body.messages.filter(isObject) : []
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const task = tasksIn(JSON.stringify(messages[asked]?.content ?? '')).at(-1) ?? ''
  const done = messages.slice(asked).filter(({ tool_calls: calls }) => Array.isArray(calls)).length
  const calls = stepsOf(task)[done]
  const details = {
    pace: paceOf(`${task} ${done}`),
    usage: { inputTokens: Math.ceil(JSON.stringify(body).length / 3) },
  }
  if (calls) return { kind: 'answer', calls, text: 'Next.', ...details }
  return { kind: 'answer', calls: [], text: answerTo(task), ...details }
}

function paceOf(text: string): Pace {
  return { firstDelayMs: choose(text, 'first', 30), pieceDelayMs: choose(text, 'piece', 10) }
}

/** Returns a pseudorandom integer below `count`, which is the same for the same texts in every process. */
function choose(text: string, what: string, count: number): number {
  return createHash('sha256').update(`${what} of ${text}`).digest().readUInt32BE() % count
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import type { JsonObject, JsonValue } from '@hermes/core'
import { call, type ProviderReply, text } from '@hermes/testkit'

/** The work of this test: many steps, in turns that each start with an instruction. */
export interface Plan {
  readonly turns: number
  readonly stepsPerTurn: number
}

export function instructionOf(turn: number): string {
  return `Instruction ${turn}: work through part ${turn}, keep the limit of ${1000 + turn} rows and say when it is done.`
}

/** Returns a searchable text that occurs in only one result. */
export function markerOf(step: number): string {
  return `marker${String(step).padStart(5, '0')}end`
}

const words =
  'build table index row column commit branch error warning retry cache window token file folder path test passes fails line'.split(
    ' ',
  )

/** Returns a result of 200 to 4,000 characters, deterministic per step. */
export function resultOf(step: number): string {
  let seed = step * 2_654_435_761
  const next = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % limit
  }
  const count = 25 + next(500)
  const body = Array.from({ length: count }, () => (next(9) === 0 ? String(next(100_000)) : words[next(words.length)]))
  return `step ${step} ${markerOf(step)}\n${body.join(' ')}`
}

/** Answers are not split into deltas, because streaming is not tested here. */
const pace = { pieceSize: 1_000 }

/**
 * Creates the model, which calls the tool for the next step or ends the turn. It tracks its progress without the
 * history.
 */
export function createWorkingModel({ stepsPerTurn }: Plan) {
  let step = 0
  let inTurn = 0
  return (usage: { readonly inputTokens: number }): ProviderReply => {
    if (inTurn === stepsPerTurn) {
      inTurn = 0
      return text(`Part done after step ${step}.`, { usage, pace })
    }
    step += 1
    inTurn += 1
    return call('work', { step, about: `part of ${markerOf(step)}` }, { id: `call_${step}`, usage, pace })
  }
}

export function messagesOf(body: JsonObject): readonly JsonObject[] {
  const { messages } = body
  return Array.isArray(messages) ? messages.filter(isObject) : []
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the provider's token count, which is higher than that of most tokenizers, and never lower. */
export function tokensOf(body: JsonObject): number {
  const parts = [...messagesOf(body), ...(body.tools === undefined ? [] : [body.tools])]
  return parts.reduce<number>((sum, part) => sum + Math.ceil(JSON.stringify(part).length / 3.2), 0)
}

/** Returns all text of a request. */
export function textIn(body: JsonObject): string {
  return messagesOf(body)
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n')
}

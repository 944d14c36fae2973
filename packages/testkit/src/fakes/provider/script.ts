import type { JsonObject } from '@hermes/core'
import { type Answer, type Reply, text } from '../reply.js'
import { finishedTurns } from './finished-turns.js'
import type { HttpReply, RawReply } from './wire.js'

export type ProviderReply = Reply | HttpReply | RawReply

/** Chooses the reply from the request's parsed body and number (starting at 1). */
export type ChooseReply = (body: JsonObject, number: number) => ProviderReply | Promise<ProviderReply>

/** One reply for all requests, a list with one for each, or a function. */
export type ProviderScript = ProviderReply | readonly (ProviderReply | ChooseReply)[] | ChooseReply

/** Converts a script to a function. After the end of a list, it rejects with 400, which clients do not retry. */
export function toChooser(script: ProviderScript, refuse: (problem: string) => ProviderReply): ChooseReply {
  if (typeof script === 'function') return script
  if ('kind' in script) return () => script
  return (body, number) => {
    const reply = script[number - 1]
    if (reply === undefined) return refuse(`Request ${number} came, but the script has ${script.length} replies.`)
    return typeof reply === 'function' ? reply(body, number) : reply
  }
}

/**
 * Calls tools for a number of turns, then answers. Understands requests of all four wires.
 *
 * The progress is read from the messages of the conversation (how many tool-calling messages have all results), so that
 * an interrupted conversation, or one that changes servers, continues where it was.
 */
export function toolTurns(count: number, turn: (number: number) => Answer, final: Answer = text('Done.')): ChooseReply {
  return (body) => {
    const number = finishedTurns(body) + 1
    return number > count ? final : withIds(turn(number), number)
  }
}

/** Adds deterministic ids, the same on every server. */
function withIds(answer: Answer, number: number): Answer {
  const id = (index: number) => (answer.calls.length === 1 ? `call_${number}` : `call_${number}_${index + 1}`)
  return { ...answer, calls: answer.calls.map((call, index) => ({ id: id(index), ...call })) }
}

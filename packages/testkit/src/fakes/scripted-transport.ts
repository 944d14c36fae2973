import { setTimeout as delay } from 'node:timers/promises'
import { type ApiMode, type ModelRequest, type Transport, TransportError, type TransportEvent } from '@hermes/core'
import { deepFreeze } from '@hermes/core/wiring'
import { countIds, deltasOf, messageOf, reasonOf, type SettledAnswer, settle, usageOf } from './deltas.js'
import type { Reply } from './reply.js'

/** A reply, or a function of the request and its number (starting at 1). */
export type ScriptedReply = Reply | ((request: ModelRequest, number: number) => Reply | Promise<Reply>)

export interface ScriptedTransport extends Transport {
  /** All requests, oldest first. Their messages are frozen, so later changes of the history throw a TypeError. */
  readonly requests: readonly ModelRequest[]
}

export interface ScriptedOptions {
  /** The id of the transport. Default: `scripted`. */
  readonly id?: string
  /** The API mode. Default: `chat_completions`. */
  readonly apiMode?: ApiMode
}

/**
 * A deterministic transport that answers from a script, one reply per request, without a network.
 *
 * Pass a generator for an endless script. A request after the end of the script throws a `TransportError` of kind `invalid-request`.
 *
 * @example `scripted([call('read_file', { path: 'a.txt' }), text('The file says hello.')])`
 */
export function scripted(replies: Iterable<ScriptedReply>, options: ScriptedOptions = {}): ScriptedTransport {
  const script = replies[Symbol.iterator]()
  const requests: ModelRequest[] = []
  const nextId = countIds()

  async function* stream(request: ModelRequest, { signal }: { readonly signal: AbortSignal }) {
    signal.throwIfAborted()
    requests.push(record(request))
    const number = requests.length
    const { done, value } = script.next()
    if (done) throw endOfScript(number)
    const reply =
      typeof value === 'function' ? await Promise.race([value(request, number), untilAborted(signal)]) : value
    yield* play(reply, nextId, signal)
  }

  return { id: options.id ?? 'scripted', apiMode: options.apiMode ?? 'chat_completions', requests, stream }
}

function record(request: ModelRequest): ModelRequest {
  for (const message of request.messages) deepFreeze(message)
  return Object.freeze({
    ...request,
    messages: Object.freeze([...request.messages]),
    tools: Object.freeze([...request.tools]),
  })
}

async function* play(reply: Reply, nextId: () => string, signal: AbortSignal): AsyncGenerator<TransportEvent> {
  signal.throwIfAborted()
  if (reply.kind === 'failure') throw reply.error
  if (reply.kind === 'answer') {
    const answer = settle(reply, nextId)
    yield* playDeltas(answer, Number.POSITIVE_INFINITY, signal)
    yield { type: 'finish', message: deepFreeze(messageOf(answer)), reason: reasonOf(answer), usage: usageOf(answer) }
    return
  }
  const limit = reply.kind === 'cut' ? reply.after : Number.POSITIVE_INFINITY
  if (reply.answer) yield* playDeltas(settle(reply.answer, nextId), limit, signal)
  if (reply.kind === 'hang') return await untilAborted(signal)
  if (reply.how instanceof Error) throw reply.how
  throw new TransportError(
    reply.how === 'drop' ? 'network' : 'protocol',
    'The script cut the answer off before it was complete.',
  )
}

async function* playDeltas(answer: SettledAnswer, limit: number, signal: AbortSignal): AsyncGenerator<TransportEvent> {
  const { firstDelayMs = 0, pieceDelayMs = 0 } = answer.pace ?? {}
  await pause(firstDelayMs, signal)
  let sent = 0
  for (const delta of deltasOf(answer)) {
    if (sent++ >= limit) return
    await pause(pieceDelayMs, signal)
    yield delta
    signal.throwIfAborted()
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function endOfScript(number: number): TransportError {
  const known = number === 1 ? 'is empty' : `ended after ${number - 1}`
  return new TransportError(
    'invalid-request',
    `Request ${number} came, but the script ${known}: add a reply to the list given to scripted().`,
  )
}

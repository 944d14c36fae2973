import type { FinishReason, JsonObject, ProviderData, Usage } from '@hermes/core'

/** A scripted reply, shared by the scripted transport and the fake provider. */
export type Reply = Answer | Cut | Hang | Failure

/** A complete answer: reasoning, then text, then tool calls. */
export interface Answer extends AnswerOptions {
  readonly kind: 'answer'
  readonly calls: readonly AnswerCall[]
}

/** A tool call as the model writes it. */
export interface AnswerCall {
  readonly name: string
  /** The arguments. A string is sent unchanged, so that invalid JSON can be scripted. */
  readonly args: JsonObject | string
  /** The id. Default: `call_1`, `call_2`, ... in the order of the fake's answers. */
  readonly id?: string
}

export interface AnswerOptions {
  readonly text?: string
  readonly reasoning?: string
  /** The finish reason. Default: `tool-calls` with calls, otherwise `stop`. */
  readonly reason?: FinishReason
  /** Overrides of {@link defaultUsage}. */
  readonly usage?: Partial<Usage>
  /** Replay state of the answer. Only supported by the scripted transport. */
  readonly providerData?: ProviderData
  readonly pace?: Pace
}

/** How an answer is split and timed. Plain data and deterministic. */
export interface Pace {
  /** Characters per delta. Default: a third of each text, so that every text has several deltas. */
  readonly pieceSize?: number
  /** Delay before each delta in milliseconds. Default: 0. */
  readonly pieceDelayMs?: number
  /** Delay before the first byte in milliseconds. Default: 0. */
  readonly firstDelayMs?: number
  /** Bytes per socket write, regardless of boundaries (fake provider only). Default: one event per write. */
  readonly writeSize?: number
  /**
   * The order of deltas of parallel calls. `in-turn` (default): each call whole before the next. `interleaved`: one
   * delta of each, then the next of each. `backwards`: the last call first.
   */
  readonly callOrder?: 'in-turn' | 'interleaved' | 'backwards'
}

/** The beginning of an answer that is never completed. */
export interface Cut {
  readonly kind: 'cut'
  readonly answer: Answer
  /** The number of deltas before the cut. */
  readonly after: number
  /**
   * `drop`: the connection breaks. `end`: the stream ends normally but without its end marker. An error: sent as the
   * last event of the stream.
   */
  readonly how: 'drop' | 'end' | Error
}

/** Sends the answer's deltas, if any, and then nothing until the caller gives up. */
export interface Hang {
  readonly kind: 'hang'
  readonly answer?: Answer
}

/** Rejects the request: thrown by the scripted transport, sent as an HTTP error by the fake provider. */
export interface Failure {
  readonly kind: 'failure'
  readonly error: Error
}

/** The default usage of an answer. */
export const defaultUsage: Usage = Object.freeze({
  inputTokens: 20,
  outputTokens: 10,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
})

/** Answers with text. */
export function text(content: string, options: AnswerOptions = {}): Answer {
  return { kind: 'answer', calls: [], ...options, text: content }
}

/** Answers with one tool call, after `options.text`. */
export function call(
  name: string,
  args: AnswerCall['args'] = {},
  options: AnswerOptions & { id?: string } = {},
): Answer {
  const { id, ...rest } = options
  return { kind: 'answer', ...rest, calls: [{ name, args, ...(id === undefined ? {} : { id }) }] }
}

/** Answers with parallel tool calls: `calls([call('a'), call('b')])`. */
export function calls(list: readonly Answer[], options: AnswerOptions = {}): Answer {
  return { kind: 'answer', ...options, calls: list.flatMap((answer) => answer.calls) }
}

/** Adds reasoning before an answer: `reasoning('Hm.', text('Done.'))`. */
export function reasoning(thought: string, answer: Answer): Answer {
  return { ...answer, reasoning: thought }
}

/** Rejects the request: `fail(new TransportError('rate-limit', 'Slow down.', { retryAfterMs: 2000 }))`. */
export function fail(error: Error): Failure {
  return { kind: 'failure', error }
}

/** Never completes. Ends when the caller aborts or closes the connection. */
export function hang(answer?: Answer): Hang {
  return answer === undefined ? { kind: 'hang' } : { kind: 'hang', answer }
}

/**
 * Cuts an answer after some deltas (default: all) without its end marker. `how` defaults to `drop`:
 * `cut(answer, { after: 2, how: new TransportError('overloaded', 'Overloaded') })` ends in an error event.
 */
export function cut(answer: Answer, options: { readonly after?: number; readonly how?: Cut['how'] } = {}): Cut {
  return { kind: 'cut', answer, after: options.after ?? Number.POSITIVE_INFINITY, how: options.how ?? 'drop' }
}

import type { FinishReason, JsonObject, ProviderData, Usage } from '@hermes/core'

/** What a fake model does with one request. One vocabulary for the scripted transport and the fake provider. */
export type Reply = Answer | Cut | Hang | Failure

/** A complete answer: reasoning, then text, then tool calls. */
export interface Answer extends AnswerOptions {
  readonly kind: 'answer'
  readonly calls: readonly AnswerCall[]
}

/** A tool call as the model writes it. */
export interface AnswerCall {
  readonly name: string
  /** A string is sent as it stands, so that broken JSON can be scripted. */
  readonly args: JsonObject | string
  /** Default: `call_1`, `call_2`, ... in the order of the fake's answers. */
  readonly id?: string
}

export interface AnswerOptions {
  readonly text?: string
  readonly reasoning?: string
  /** Default: `tool-calls` with calls, else `stop`. */
  readonly reason?: FinishReason
  /** What differs from {@link defaultUsage}. */
  readonly usage?: Partial<Usage>
  /** Replay state that comes with the answer. Only the scripted transport has a place for it. */
  readonly providerData?: ProviderData
  readonly pace?: Pace
}

/** How an answer is cut into pieces and when they are sent. Plain data: nothing here is random. */
export interface Pace {
  /** Characters per delta. Default: a third of each text, so that each comes in several. */
  readonly pieceSize?: number
  /** Wait before each delta. Default 0. */
  readonly pieceDelayMs?: number
  /** Wait before the first byte. Default 0. */
  readonly firstDelayMs?: number
  /** Bytes per socket write, whatever they cut apart (fake provider only). Default: one event per write. */
  readonly writeSize?: number
  /**
   * How the pieces of parallel calls follow each other. `in-turn` (the default): each call whole before the next.
   * `interleaved`: a piece of each, then the next piece of each. `backwards`: the last call first.
   */
  readonly callOrder?: 'in-turn' | 'interleaved' | 'backwards'
}

/** The beginning of an answer that is never completed. */
export interface Cut {
  readonly kind: 'cut'
  readonly answer: Answer
  /** Deltas that are sent before the cut. */
  readonly after: number
  /**
   * `drop`: the connection breaks. `end`: the stream ends as if all were well, but nothing said that it is complete. An
   * error: the stream says so, as its last event.
   */
  readonly how: 'drop' | 'end' | Error
}

/** Sends the answer's deltas, if there is one, and then nothing until the caller gives up. */
export interface Hang {
  readonly kind: 'hang'
  readonly answer?: Answer
}

/** Refuses the request: thrown by the scripted transport, sent as an HTTP error by the fake provider. */
export interface Failure {
  readonly kind: 'failure'
  readonly error: Error
}

/** What an answer reports unless it is told otherwise. */
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

/** Answers with one tool call. `options.text` is said before it. */
export function call(
  name: string,
  args: AnswerCall['args'] = {},
  options: AnswerOptions & { id?: string } = {},
): Answer {
  const { id, ...rest } = options
  return { kind: 'answer', ...rest, calls: [{ name, args, ...(id === undefined ? {} : { id }) }] }
}

/** Answers with several tool calls at once: `calls([call('a'), call('b')])`. */
export function calls(list: readonly Answer[], options: AnswerOptions = {}): Answer {
  return { kind: 'answer', ...options, calls: list.flatMap((answer) => answer.calls) }
}

/** Thinks before it answers: `reasoning('Hm.', text('Done.'))`. */
export function reasoning(thought: string, answer: Answer): Answer {
  return { ...answer, reasoning: thought }
}

/** Refuses: `fail(new TransportError('rate-limit', 'Slow down.', { retryAfterMs: 2000 }))`. */
export function fail(error: Error): Failure {
  return { kind: 'failure', error }
}

/** Never completes. Ends when the caller aborts or closes the connection. */
export function hang(answer?: Answer): Hang {
  return answer === undefined ? { kind: 'hang' } : { kind: 'hang', answer }
}

/**
 * Breaks off after some deltas (default: all of them) without having said that the answer is complete. `how` is `drop` unless
 * it is given: `cut(answer, { after: 2, how: new TransportError('overloaded', 'Overloaded') })` ends in an error event.
 */
export function cut(answer: Answer, options: { readonly after?: number; readonly how?: Cut['how'] } = {}): Cut {
  return { kind: 'cut', answer, after: options.after ?? Number.POSITIVE_INFINITY, how: options.how ?? 'drop' }
}

import type { AuxiliaryModel } from '../contracts/agent/auxiliary-model.js'
import { TransportError } from '../contracts/errors/errors.js'
import type { Message } from '../contracts/model/message.js'
import type { ModelRequest } from '../contracts/model/model-request.js'
import type { StreamOptions, TransportEvent } from '../contracts/model/transport.js'
import type { FinishReason, Usage } from '../contracts/model/usage.js'
import { settleUsage } from '../usage/settle-usage.js'

export interface AuxiliaryQuestion {
  readonly system: string
  readonly messages: readonly Message[]
  /** The maximum number of output tokens. Default: the limit of the model. */
  readonly maxOutputTokens?: number
}

export interface AuxiliaryAnswer {
  /** The text as the model wrote it; empty if it wrote nothing. */
  readonly text: string
  readonly reason: FinishReason
  readonly usage: Usage
}

export interface AskOptions extends StreamOptions {
  /** Called with notices such as a retry or a fallback. Default: notices are dropped. */
  readonly onNotice?: (notice: Extract<TransportEvent, { readonly type: 'notice' }>) => void
}

/**
 * Asks one question without tools.
 *
 * @throws {TransportError} when the call fails; rejects with `signal.reason` once the signal is aborted.
 * @example
 * ```ts
 * const { text } = await askOnce(model, { system: 'Name the topic.', messages }, { signal, sessionId })
 * ```
 */
export async function askOnce(
  { transport, model }: AuxiliaryModel,
  question: AuxiliaryQuestion,
  options: AskOptions,
): Promise<AuxiliaryAnswer> {
  const { signal, sessionId, sideCalls, onNotice } = options
  signal.throwIfAborted()
  const call = { signal, ...(sessionId !== undefined && { sessionId }), ...(sideCalls && { sideCalls }) }
  for await (const event of transport.stream(toRequest(model, question), call)) {
    if (event.type === 'notice') onNotice?.(event)
    if (event.type !== 'finish') continue
    const { message, reason } = event
    return { text: message.content ?? '', reason, usage: settleUsage(event.usage).usage }
  }
  signal.throwIfAborted()
  throw new TransportError('protocol', `The transport "${transport.id}" ended its stream without finishing the answer.`)
}

function toRequest(model: AuxiliaryModel['model'], question: AuxiliaryQuestion): ModelRequest {
  const { id, maxOutputTokens, reasoning, providerOptions } = { ...model, ...question }
  return {
    model: id,
    system: question.system,
    messages: question.messages,
    tools: [],
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(reasoning !== undefined && { reasoning }),
    ...(providerOptions !== undefined && { providerOptions }),
  }
}

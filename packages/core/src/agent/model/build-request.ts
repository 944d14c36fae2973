import type { Message, ToolMessage } from '../../contracts/model/message.js'
import type { ModelRequest } from '../../contracts/model/model-request.js'
import { sanitizeTranscript } from '../../transcript/sanitize-transcript.js'
import type { Turn } from '../state/turn.js'

/**
 * Builds the next request: the session's prompt, tools and history, plus what is only shown in this turn. A budget notice is
 * appended to the newest tool result and stays there for the rest of the turn, so that each request extends the previous one byte
 * by byte.
 */
export function buildRequest(turn: Turn, notice?: string): ModelRequest {
  if (notice !== undefined) overlayNewestResult(turn, notice)
  const { id: model, maxOutputTokens, reasoning } = turn.wiring.model
  const providerOptions = optionsNow(turn)
  const { system = '', prefill = [] } = turn.ephemeral
  const { messages, overlays } = turn
  const history = overlays.apply(messages)
  return {
    model,
    system: [turn.system, system].filter((text) => text !== '').join('\n\n'),
    messages: prefill.length ? sanitizeTranscript([...prefill, ...history]) : history,
    tools: turn.tools,
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(reasoning !== undefined && { reasoning }),
    ...(providerOptions !== undefined && { providerOptions }),
  }
}

function optionsNow({ wiring: { model, services }, isFirst, beganAtMs }: Turn): ModelRequest['providerOptions'] {
  const { opening, providerOptions } = model
  if (!opening || (opening.isFirstTurnOnly && !isFirst)) return providerOptions
  return services.now() - beganAtMs < opening.durationMs ? opening.providerOptions : providerOptions
}

/**
 * Appends a notice to the newest result, but only after the newest answer: everything before that has been sent, and
 * the prompt cache depends on it.
 */
function overlayNewestResult(turn: Turn, notice: string): void {
  const answer = turn.messages.findLastIndex(({ role }) => role === 'assistant')
  const newest = turn.messages.slice(answer + 1).findLast(isResult)
  if (newest) turn.overlays.add(newest, notice)
}

function isResult(message: Message): message is ToolMessage {
  return message.role === 'tool'
}

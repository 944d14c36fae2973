import type { Message, ToolMessage } from '../../contracts/message.js'
import type { ModelRequest } from '../../contracts/transport.js'
import { sanitizeTranscript } from '../../transcript/sanitize-transcript.js'
import type { Turn } from '../state/turn.js'

/**
 * The next request: the session's prompt, tools and history, with what only this turn shows. A notice joins the newest
 * result; once shown it stays for the rest of the turn, so that each request begins with the bytes of the one before.
 */
export function buildRequest(turn: Turn, notice?: string): ModelRequest {
  if (notice !== undefined) overlayNewestResult(turn, notice)
  const { id: model, maxOutputTokens, reasoning, providerOptions } = turn.wiring.model
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

/** Only behind the newest answer: what stands before it was sent already, and stays as it was sent. */
function overlayNewestResult(turn: Turn, notice: string): void {
  const answer = turn.messages.findLastIndex(({ role }) => role === 'assistant')
  const newest = turn.messages.slice(answer + 1).findLast(isResult)
  if (newest) turn.overlays.add(newest, notice)
}

function isResult(message: Message): message is ToolMessage {
  return message.role === 'tool'
}

import type { MessageContent, ToolMessage, UserMessage } from '../contracts/message.js'
import type { ModelRequest } from '../contracts/transport.js'
import type { Turn } from './turn.js'

/**
 * The next request: the session's prompt, tools and history, with what only this turn shows. A notice joins the newest
 * message; once shown it stays for the rest of the turn, so that each request begins with the bytes of the one before.
 */
export async function buildRequest(turn: Turn, notice?: string): Promise<ModelRequest> {
  await addHookContext(turn)
  const newest = turn.messages.at(-1)
  if (notice !== undefined && newest?.role === 'tool') overlay(turn, newest, notice)
  const { id: model, maxOutputTokens, reasoning, providerOptions } = turn.wiring.model
  return {
    model,
    system: turn.system,
    messages: turn.messages.map((message) => turn.overlays.get(message) ?? message),
    tools: turn.tools,
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(reasoning !== undefined && { reasoning }),
    ...(providerOptions !== undefined && { providerOptions }),
  }
}

/** What hooks know of this turn joins the request's copy of the user's message; the stored one stays as it was said. */
async function addHookContext(turn: Turn): Promise<void> {
  const newest = turn.messages.at(-1)
  if (newest?.role !== 'user' || turn.overlays.has(newest)) return
  const context = await turn.wiring.hooks.pre_llm_call?.({ sessionId: turn.record.id, messages: turn.messages })
  if (context) overlay(turn, newest, context)
}

function overlay(turn: Turn, message: UserMessage | ToolMessage, text: string): void {
  const shown = turn.overlays.get(message)?.content ?? message.content
  turn.overlays.set(message, { ...message, content: withText(shown, text) })
}

function withText(content: MessageContent, text: string): MessageContent {
  return typeof content === 'string' ? `${content}\n\n${text}` : [...content, { type: 'text', text }]
}

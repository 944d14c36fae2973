import type { AssistantMessage, ContentPart, Message, MessageContent, UserMessage } from '../contracts/model/message.js'

/** Merges adjacent user messages, and adjacent assistant messages. */
export function mergeRoles(messages: readonly Message[]): readonly Message[] {
  const merged: Message[] = []
  for (const message of messages) {
    const previous = merged.at(-1)
    const joined = previous && joinMessages(previous, message)
    if (joined) merged[merged.length - 1] = joined
    else merged.push(message)
  }
  return merged
}

/** Merges two adjacent messages of one role. Returns `undefined` when they may stay separate. */
export function joinMessages(left: Message, right: Message): Message | undefined {
  if (left.role === 'user' && right.role === 'user') return joinUsers(left, right)
  // Otherwise, the results of calls on the left would come between the two.
  if (left.role === 'assistant' && right.role === 'assistant') return joinAssistants(left, right)
  return undefined
}

function joinUsers(left: UserMessage, right: UserMessage): UserMessage {
  return { ...left, content: joinContent(left.content, right.content) }
}

/** Joins two contents, with text as paragraphs. */
export function joinContent(left: MessageContent, right: MessageContent): MessageContent {
  if (typeof left === 'string' && typeof right === 'string') return `${left}\n\n${right}`
  return [...toParts(left), ...toParts(right)]
}

function toParts(content: MessageContent): readonly ContentPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

/** Joins two answers. Replay states cannot be merged, so one is only kept if the other answer has none. */
export function joinAssistants(left: AssistantMessage, right: AssistantMessage, separator = '\n\n'): AssistantMessage {
  const { provider_data: leftData, reasoning: leftReasoning, ...base } = left
  const data = leftData && right.provider_data ? undefined : (leftData ?? right.provider_data)
  const reasoning = joinTexts(leftReasoning ?? null, right.reasoning ?? null)
  return {
    ...base,
    content: joinTexts(left.content, right.content, separator),
    ...(right.tool_calls && { tool_calls: right.tool_calls }),
    ...(reasoning !== null && { reasoning }),
    ...(data && { provider_data: data }),
  }
}

function joinTexts(left: string | null, right: string | null, separator = '\n\n'): string | null {
  return left && right ? left + separator + right : left || right
}

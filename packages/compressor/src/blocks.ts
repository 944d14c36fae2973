import type { Message } from '@hermes/core'
import { estimateMessageTokens } from './estimate-tokens.js'

/** A unit that is kept or removed as a whole: a message, or a message with tool calls and their results. */
export interface Block {
  readonly messages: readonly Message[]
  readonly tokens: number
}

export function toBlocks(
  messages: readonly Message[],
  countTokens: (message: Message) => number = estimateMessageTokens,
): readonly Block[] {
  const groups: Message[][] = []
  for (const message of messages) {
    const last = groups.at(-1)
    if (message.role === 'tool' && last) last.push(message)
    else groups.push([message])
  }
  return groups.map((group) => ({
    messages: group,
    tokens: group.reduce((total, message) => total + countTokens(message), 0),
  }))
}

export function isUserBlock(block: Block): boolean {
  return block.messages[0]?.role === 'user'
}

/**
 * Whether providers accept the two blocks in sequence. Two user messages in a row are rejected, and so are two answers
 * unless the first called tools.
 */
export function mayFollow(left: Block, right: Block): boolean {
  if (isUserBlock(left) || isUserBlock(right)) return isUserBlock(left) !== isUserBlock(right)
  return left.messages.length > 1
}

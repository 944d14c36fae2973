import { type Block, isUserBlock } from '../blocks.js'

/** The messages that are kept in any case. */
export interface Protection {
  /** The number of first messages, besides system messages. */
  readonly first: number
  /** The number of last messages, of any size. */
  readonly last: number
  /** The size of further last messages, in tokens. Whole turns may exceed it by half. */
  readonly tailTokens: number
}

/** The blocks that are kept: those before `headEnd`, those from `tailStart` on, and the newest question if it is in neither. */
export interface Survivors {
  readonly headEnd: number
  readonly tailStart: number
  readonly island: number | undefined
}

const softCeiling = 1.5

/**
 * Starts the tail at the latest message between user and model, if that does not make it too long. The newest question
 * is kept even if it is far back; in that case it is separate from the tail.
 */
export function protect(blocks: readonly Block[], protection: Protection): Survivors {
  const start = tailByBudget(blocks, protection)
  const ceiling = protection.tailTokens * softCeiling
  const question = blocks.findLastIndex(isUserBlock)
  const tailStart = reach(blocks, reach(blocks, start, question, ceiling), blocks.findLastIndex(isSpoken), ceiling)
  const headEnd = Math.min(headByCount(blocks, protection.first), tailStart)
  const isApart = question >= headEnd && question < tailStart
  return { headEnd, tailStart, island: isApart ? question : undefined }
}

function headByCount(blocks: readonly Block[], first: number): number {
  let messages = 0
  const end = blocks.findIndex((block) => {
    if (block.messages[0]?.role === 'system') return false
    const isEnough = messages >= first
    messages += block.messages.length
    return isEnough
  })
  return end === -1 ? blocks.length : end
}

/** Returns the start of the tail within its budget. The newest block is always kept. */
function tailByBudget(blocks: readonly Block[], { last, tailTokens }: Protection): number {
  let start = blocks.length
  let messages = 0
  let tokens = 0
  for (const [index, block] of [...blocks.entries()].reverse()) {
    tokens += block.tokens
    const isFull = messages >= last && (tokens > tailTokens * softCeiling || tokens - block.tokens >= tailTokens)
    if (isFull && start < blocks.length) break
    messages += block.messages.length
    start = index
  }
  return start
}

/** Moves the start of the tail back to an anchor if everything after it is small enough. */
function reach(blocks: readonly Block[], start: number, anchor: number, ceiling: number): number {
  if (anchor === -1 || anchor >= start) return start
  const tokens = blocks.slice(anchor).reduce((sum, block) => sum + block.tokens, 0)
  return tokens <= ceiling ? anchor : start
}

/** Whether the model wrote a text to the user. */
function isSpoken({ messages: [message] }: Block): boolean {
  return message?.role === 'assistant' && Boolean(message.content?.trim())
}

import { type Block, isUserBlock } from '../blocks.js'

/** What stays in any case. */
export interface Protection {
  /** Messages at the beginning, system messages aside. */
  readonly first: number
  /** Messages at the end, however large. */
  readonly last: number
  /** What the end may hold beyond these, in tokens. Whole turns may take it past that by a half. */
  readonly tailTokens: number
}

/** Which of the blocks stay: those before `headEnd`, those from `tailStart` on, and the newest question where it is neither. */
export interface Survivors {
  readonly headEnd: number
  readonly tailStart: number
  readonly island: number | undefined
}

const softCeiling = 1.5

/**
 * The tail begins where the user or the model last spoke to the other, as long as that does not make it too long. The newest
 * question stays even where that is far back: then it stands alone.
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

/** The newest block always stays. */
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

/** Moves the start of the tail back to an anchor if all from there on is small enough. */
function reach(blocks: readonly Block[], start: number, anchor: number, ceiling: number): number {
  if (anchor === -1 || anchor >= start) return start
  const tokens = blocks.slice(anchor).reduce((sum, block) => sum + block.tokens, 0)
  return tokens <= ceiling ? anchor : start
}

/** The model said something to the user. */
function isSpoken({ messages: [message] }: Block): boolean {
  return message?.role === 'assistant' && Boolean(message.content?.trim())
}

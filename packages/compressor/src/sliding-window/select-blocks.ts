import { type Block, isUserBlock, mayFollow } from '../blocks.js'

export interface Selection {
  /** The number of first messages to keep. */
  readonly protectFirst: number
  /** The number of last messages to keep, of any size. */
  readonly protectLast: number
  /** The size up to which the tail may hold further messages, in tokens. */
  readonly tailTokens: number
}

/** Selects the first blocks, the last blocks, the newest user message, and the blocks that a valid message order requires. */
export function selectBlocks(blocks: readonly Block[], selection: Selection): readonly Block[] {
  const kept = new Set([...headOf(blocks, selection), ...tailOf(blocks, selection)])
  const newestUser = blocks.findLastIndex(isUserBlock)
  if (newestUser !== -1) kept.add(newestUser)
  fillIllegalGaps(blocks, kept)
  return blocks.filter((_, index) => kept.has(index))
}

function headOf(blocks: readonly Block[], { protectFirst }: Selection): readonly number[] {
  const head: number[] = []
  let messages = 0
  for (const [index, block] of blocks.entries()) {
    if (messages >= protectFirst) break
    messages += block.messages.length
    head.push(index)
  }
  return head
}

function tailOf(blocks: readonly Block[], { protectLast, tailTokens }: Selection): readonly number[] {
  const tail: number[] = []
  let messages = 0
  let tokens = 0
  for (let index = blocks.length - 1; index >= 0; index--) {
    const block = blocks[index]
    if (!block) break
    tokens += block.tokens
    if (messages >= protectLast && tokens > tailTokens) break
    messages += block.messages.length
    tail.push(index)
  }
  return tail
}

/** Fills gaps between kept blocks that must not be adjacent, with further blocks before the second one. */
function fillIllegalGaps(blocks: readonly Block[], kept: Set<number>): void {
  let next: number | undefined
  for (let index = blocks.length - 1; index >= 0; index--) {
    if (!kept.has(index)) continue
    const left = blocks[index]
    let right: Block | undefined = next === undefined ? undefined : blocks[next]
    while (left && right && next !== undefined && next > index + 1 && !mayFollow(left, right)) {
      next -= 1
      kept.add(next)
      right = blocks[next]
    }
    next = index
  }
}

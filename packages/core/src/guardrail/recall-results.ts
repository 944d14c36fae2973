import type { ToolCall, ToolMessage } from '../contracts/message.js'
import { toReference } from './wording.js'

/** A shorter result is no longer than the reference to it, or hardly. */
const worthReferring = 512

/** How many calls back a result may lie: the model should see it at a glance, not search a long context for it. */
const reach = 10

interface Shown {
  readonly call: ToolCall
  readonly content: string
  readonly isError: boolean
}

export interface ResultMemory {
  /** The message, or a copy that refers to the identical result shortly before it. */
  shorten(call: ToolCall, result: ToolMessage, isError: boolean): ToolMessage
  forget(): void
}

/**
 * Knows the results that the model has just seen in full, and compares whole texts: what is left out can be found. Holds
 * no copies, as the texts are part of the history anyway. Results with pictures or files are left alone.
 */
export function createResultMemory(): ResultMemory {
  let shown: (Shown | undefined)[] = []
  return {
    shorten(call, result, isError) {
      const { content } = result
      const isLong = typeof content === 'string' && content.length >= worthReferring
      const index = isLong ? shown.findLastIndex((one) => one?.content === content && one.isError === isError) : -1
      const original = shown[index]
      const distance = shown.length - index
      shown = [...shown, isLong && !original ? { call, content, isError } : undefined].slice(-reach)
      return original ? { ...result, content: toReference(original.call, distance, isError) } : result
    },
    forget() {
      shown = []
    },
  }
}

import type { ToolCall, ToolMessage } from '../contracts/model/message.js'
import { toReference } from './wording.js'

/** The minimum length worth a reference: a shorter result is about as long as the reference that would replace it. */
const worthReferring = 512

/** How many calls back a result may be: the model should find it without searching a long context. */
const reach = 10

interface Shown {
  readonly call: ToolCall
  readonly content: string
  readonly isError: boolean
}

export interface ResultMemory {
  /** Returns the message, or a copy that refers to an identical recent result. */
  shorten(call: ToolCall, result: ToolMessage, isError: boolean): ToolMessage
  forget(): void
}

/**
 * Tracks the results that the model has recently seen in full, and compares whole texts, so that an omitted text can always be
 * found. Holds no copies, because the texts are part of the history. Results with images or files are left unchanged.
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

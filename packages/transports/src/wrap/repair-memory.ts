import type { Message, ModelRequest } from '@hermes/core'
import type { Repair } from './repair-table.js'

/** Remembers the repairs that requests need, so that none is rejected twice for the same reason. */
export interface RepairMemory {
  /** The request without the parts that are known to be rejected. */
  mend(request: ModelRequest): ModelRequest
  /** Applies the repair to the model or the messages from now on. @returns whether it changes this request. */
  learn(repair: Repair, request: ModelRequest): boolean
}

/** Weak, so that messages can be garbage-collected. */
export function createRepairMemory(): RepairMemory {
  const ofModel = new Map<string, Set<Repair>>()
  const ofMessage = new WeakMap<Message, Set<Repair>>()

  function mendMessage(message: Message, model: string): Message {
    const repairs = [...(ofModel.get(model) ?? []), ...(ofMessage.get(message) ?? [])]
    return repairs.reduce((mended, repair) => repair.mendMessage?.(mended) ?? mended, message)
  }

  function mend(request: ModelRequest): ModelRequest {
    const repairs = [...(ofModel.get(request.model) ?? [])]
    const messages = request.messages.map((message) => mendMessage(message, request.model))
    const tools = repairs.reduce((mended, repair) => repair.mendTools?.(mended) ?? mended, request.tools)
    return { ...request, messages, tools }
  }

  function remember(repair: Repair, { model, messages }: ModelRequest): void {
    const { lasts, choose = (all: readonly Message[]) => all } = repair
    if (lasts === 'model') setAt(ofModel, model).add(repair)
    else for (const message of choose(messages)) setAt(ofMessage, message).add(repair)
  }

  return {
    mend,
    learn(repair, request) {
      const before = mend(request)
      remember(repair, request)
      const after = mend(request)
      return before.tools !== after.tools || after.messages.some((message, index) => message !== before.messages[index])
    },
  }
}

function setAt<Key, Value>(
  sets: { get(key: Key): Set<Value> | undefined; set(key: Key, value: Set<Value>): unknown },
  key: Key,
): Set<Value> {
  const known = sets.get(key) ?? new Set<Value>()
  sets.set(key, known)
  return known
}

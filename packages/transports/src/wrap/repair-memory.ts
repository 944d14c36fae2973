import type { Message, ModelRequest } from '@hermes/core'
import type { Repair } from './repair-table.js'

/** Which repairs are known to be needed, so that no request is refused twice for the same reason. */
export interface RepairMemory {
  /** The request without what is known to be refused. */
  mend(request: ModelRequest): ModelRequest
  /** From now on the repair applies to the model, or to the messages of this request. @returns whether that changes it. */
  learn(repair: Repair, request: ModelRequest): boolean
}

/** Of messages that are gone nothing is kept. */
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

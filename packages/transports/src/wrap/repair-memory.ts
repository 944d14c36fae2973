import type { Message, ModelRequest } from '@hermes/core'
import type { Repair } from './repair-table.js'

/** Remembers the repairs that requests need, so that no request is rejected twice for the same reason. */
export interface RepairMemory {
  /** Returns the request without the parts that are known to be rejected. */
  repair(request: ModelRequest): ModelRequest
  /** Applies the repair to the model or the messages from now on. */
  learn(repair: Repair, request: ModelRequest): void
  /** Stops applying the repair to the model or the messages. */
  forget(repair: Repair, request: ModelRequest): void
}

/** Creates a memory that holds messages weakly, so that they can be garbage-collected. */
export function createRepairMemory(): RepairMemory {
  const ofModel = new Map<string, Set<Repair>>()
  const ofMessage = new WeakMap<Message, Set<Repair>>()

  function repairMessage(message: Message, model: string): Message {
    const repairs = [...(ofModel.get(model) ?? []), ...(ofMessage.get(message) ?? [])]
    return repairs.reduce((repaired, repair) => repair.repairMessage?.(repaired) ?? repaired, message)
  }

  function repairRequest(request: ModelRequest): ModelRequest {
    const repairs = [...(ofModel.get(request.model) ?? [])]
    const messages = request.messages.map((message) => repairMessage(message, request.model))
    const tools = repairs.reduce((repaired, repair) => repair.repairTools?.(repaired) ?? repaired, request.tools)
    return { ...request, messages, tools }
  }

  function setsFor({ lasts, choose }: Repair, { model, messages }: ModelRequest): readonly Set<Repair>[] {
    if (lasts === 'model') return [setAt(ofModel, model)]
    return (choose?.(messages) ?? messages).map((message) => setAt(ofMessage, message))
  }

  return {
    repair: repairRequest,
    learn(repair, request) {
      for (const repairs of setsFor(repair, request)) repairs.add(repair)
    },
    forget(repair, request) {
      for (const repairs of setsFor(repair, request)) repairs.delete(repair)
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

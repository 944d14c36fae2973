import { type ModelRequest, type Transport, TransportError, type TransportEvent } from '@hermes/core'
import type { CallOptions } from './call-options.js'
import { isShownAfter, toNotice } from './notices.js'
import { createRepairMemory } from './repair-memory.js'
import { createRepairTable, type Repair } from './repair-table.js'

/** What one call has tried so far. */
interface Attempts {
  readonly sent: ModelRequest[]
  readonly tried: Set<Repair>
  latest?: Repair | undefined
}

/**
 * Retries a rejected request without the part that the provider rejected: images that the model does not support or
 * that are too large, images and files that the provider cannot read, reasoning that it can no longer read, or patterns
 * in schemas. The `reason` of the error selects the repair. Each repair emits a `repair` notice and is tried once per
 * call; one that has not helped is undone before the next is tried. Later requests are repaired before they are sent:
 * without images for a model that supports none, and without the rejected reasoning, images or files for every model.
 *
 * Wrap the transport itself, inside all other decorators.
 *
 * @throws {TransportError} the latest error when no repair applies or part of the answer was passed on.
 * @example `withRetry(withRepair(createAnthropicTransport({ apiKey })))`
 */
export function withRepair(transport: Transport): Transport {
  const repairs = createRepairTable(transport.id)
  const memory = createRepairMemory()

  async function* stream(request: ModelRequest, call: CallOptions): AsyncGenerator<TransportEvent> {
    const attempts: Attempts = { sent: [], tried: new Set() }
    for (;;) {
      let isShown = false
      let failure: TransportError
      const repaired = memory.repair(request)
      attempts.sent.push(repaired)
      try {
        for await (const event of transport.stream(repaired, call)) {
          isShown = isShownAfter(event, isShown)
          yield event
          if (event.type === 'finish') return
        }
        return
      } catch (error) {
        call.signal.throwIfAborted()
        if (!TransportError.is(error) || isShown) throw error
        failure = error
      }
      const repair = nextRepair(failure, attempts, request)
      if (!repair || call.budget?.take() === false) throw failure
      yield toNotice('repair', `${failure.message} Trying again without ${repair.without}.`)
    }
  }

  /** Returns the first repair not yet tried that leads to a request not yet sent. */
  function nextRepair({ reason }: TransportError, attempts: Attempts, request: ModelRequest): Repair | undefined {
    const { sent, tried, latest } = attempts
    const known = (reason === undefined ? undefined : repairs.get(reason)) ?? []
    const left = known.filter((repair) => !tried.has(repair))
    // The part that the latest repair removed was not the cause.
    if (latest && left.length > 0 && known.includes(latest)) memory.forget(latest, request)
    attempts.latest = left.find((repair) => {
      tried.add(repair)
      memory.learn(repair, request)
      const repaired = memory.repair(request)
      return sent.every((earlier) => !isSame(earlier, repaired))
    })
    return attempts.latest
  }

  return { id: transport.id, apiMode: transport.apiMode, stream }
}

function isSame(one: ModelRequest, other: ModelRequest): boolean {
  return one.tools === other.tools && one.messages.every((message, index) => message === other.messages[index])
}

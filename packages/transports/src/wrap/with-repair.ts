import { type ModelRequest, type Transport, TransportError, type TransportEvent } from '@hermes/core'
import type { CallOptions } from './call-options.js'
import { isShownAfter, toNotice } from './notices.js'
import { createRepairMemory } from './repair-memory.js'
import { createRepairTable, type Repair } from './repair-table.js'

/**
 * Retries a rejected request without the part that the provider rejected: images that the model does not support or that are too large,
 * reasoning that it can no longer read, patterns in schemas. The `reason` of the error selects the repair. Each repair emits a `repair`
 * notice and is tried once per call. Later requests are repaired before they are sent: without images for a model that supports none, and
 * without the rejected reasoning or images for every model.
 *
 * Wrap the transport itself, inside of all other decorators.
 *
 * @throws {TransportError} the latest error, when no repair applies or part of the answer was passed on.
 * @example `withRetry(withRepair(createAnthropicTransport({ apiKey })))`
 */
export function withRepair(transport: Transport): Transport {
  const repairs = createRepairTable(transport.id)
  const memory = createRepairMemory()

  async function* stream(request: ModelRequest, call: CallOptions): AsyncGenerator<TransportEvent> {
    const tried = new Set<Repair>()
    for (;;) {
      let isShown = false
      let failure: TransportError
      try {
        for await (const event of transport.stream(memory.mend(request), call)) {
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
      const repair = nextRepair(failure, tried, request)
      if (!repair || call.budget?.take() === false) throw failure
      yield toNotice('repair', `${failure.message} Trying again without ${repair.without}.`)
    }
  }

  /** The first repair that was not tried yet and changes the request. */
  function nextRepair({ reason }: TransportError, tried: Set<Repair>, request: ModelRequest): Repair | undefined {
    const known = (reason === undefined ? undefined : repairs.get(reason)) ?? []
    return known.find((repair) => {
      if (tried.has(repair)) return false
      tried.add(repair)
      return memory.learn(repair, request)
    })
  }

  return { id: transport.id, apiMode: transport.apiMode, stream }
}

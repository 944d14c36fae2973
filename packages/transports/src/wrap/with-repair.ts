import { type ModelRequest, type Transport, TransportError, type TransportEvent } from '@hermes/core'
import type { CallOptions } from './call-options.js'
import { isShownAfter, toNotice } from './notices.js'
import { createRepairMemory } from './repair-memory.js'
import { createRepairTable, type Repair } from './repair-table.js'

/**
 * Sends a refused request again without what the provider said it refuses, where an answer to the rest is better than none:
 * pictures that the model cannot see or that are too large, thoughts that it cannot read any more, patterns in schemas. It
 * goes by the `reason` of the failure. Each repair is announced by a `repair` notice and tried once per call, and the
 * requests after it are mended before they are sent: without pictures for a model that sees none, without those very
 * thoughts or pictures for any.
 *
 * Put it next to the transport, inside of every other decorator.
 *
 * @throws {TransportError} the newest failure, when there is nothing to leave out or something was shown already.
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

  /** The first one that has not been tried and leaves anything out. */
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

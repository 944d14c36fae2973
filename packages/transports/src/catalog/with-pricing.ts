import type { ModelRequest, StreamOptions, Transport, TransportEvent, UnfinishedCall, Usage } from '@hermes/core'
import { estimateCost } from './estimate-cost.js'
import type { ModelPrice } from './model.js'

/**
 * Adds the estimated cost to each answer, by the price of the requested model. Wraps the transport of one provider, inside of
 * `withFallback`. A cost that the transport reports itself is kept.
 *
 * @param priceOf Called when an answer is complete. `undefined` if the price is unknown.
 */
export function withPricing(
  transport: Transport,
  priceOf: (request: ModelRequest) => ModelPrice | undefined,
): Transport {
  async function* stream(request: ModelRequest, options: StreamOptions): AsyncGenerator<TransportEvent> {
    const priced = <Call extends { readonly usage: Usage }>(call: Call): Call =>
      call.usage.cost ? call : { ...call, usage: { ...call.usage, cost: estimateCost(call.usage, priceOf(request)) } }
    const { onUnfinished } = options
    const inner = onUnfinished
      ? { ...options, onUnfinished: (call: UnfinishedCall) => onUnfinished(priced(call)) }
      : options
    for await (const event of transport.stream(request, inner)) yield event.type === 'finish' ? priced(event) : event
  }
  return { id: transport.id, apiMode: transport.apiMode, stream }
}

import type { ModelRequest, StreamOptions, Transport, TransportEvent } from '@hermes/core'
import { estimateCost } from './estimate-cost.js'
import type { ModelPrice } from './model.js'

/**
 * Says with each answer what it cost, by the price of the model that was asked: around the transport of one provider, inside
 * of `withFallback`. A cost that the transport reports itself is kept.
 *
 * @param priceOf is asked when an answer is complete; `undefined` where the price is not known.
 */
export function withPricing(transport: Transport, priceOf: (model: string) => ModelPrice | undefined): Transport {
  async function* stream(request: ModelRequest, options: StreamOptions): AsyncGenerator<TransportEvent> {
    for await (const event of transport.stream(request, options)) {
      if (event.type !== 'finish' || event.usage.cost) yield event
      else yield { ...event, usage: { ...event.usage, cost: estimateCost(event.usage, priceOf(request.model)) } }
    }
  }
  return { id: transport.id, apiMode: transport.apiMode, stream }
}

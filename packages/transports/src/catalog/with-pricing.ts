import {
  type Cost,
  describeError,
  type Logger,
  type ModelRequest,
  type StreamOptions,
  silentLogger,
  type Transport,
  type TransportEvent,
  type UnfinishedCall,
  type Usage,
} from '@hermes/core'
import { estimateCost } from './estimate-cost.js'
import type { ModelPrice } from './model.js'

export interface PricingOptions {
  /** Logs errors of `priceOf`. Default: silent. */
  readonly logger?: Logger
}

/**
 * Adds the estimated cost to each answer, based on the price of the requested model. Wraps the transport of one
 * provider, inside `withFallback`. A cost that the transport reports itself is kept.
 *
 * @param priceOf Called when an answer is complete. Returns `undefined` if the price is unknown. If it throws, the
 * answer is kept with an unknown cost.
 * @example `withPricing(createOpenAIChatTransport({ apiKey }), ({ model }) => catalog.find('openai', model)?.price)`
 */
export function withPricing(
  transport: Transport,
  priceOf: (request: ModelRequest) => ModelPrice | undefined,
  { logger = silentLogger }: PricingOptions = {},
): Transport {
  function costOf(usage: Usage, request: ModelRequest): Cost {
    try {
      return estimateCost(usage, priceOf(request))
    } catch (error) {
      // The answer is complete and paid for, so it is kept.
      logger.log('warn', `The price of ${request.model} could not be found: ${describeError(error)}`)
      return { status: 'unknown' }
    }
  }

  async function* stream(request: ModelRequest, options: StreamOptions): AsyncGenerator<TransportEvent> {
    const priced = <Call extends { readonly usage: Usage }>(call: Call): Call =>
      call.usage.cost ? call : { ...call, usage: { ...call.usage, cost: costOf(call.usage, request) } }
    const { onUnfinished } = options
    const inner = onUnfinished
      ? { ...options, onUnfinished: (call: UnfinishedCall) => onUnfinished(priced(call)) }
      : options
    for await (const event of transport.stream(request, inner)) yield event.type === 'finish' ? priced(event) : event
  }
  return { id: transport.id, apiMode: transport.apiMode, stream }
}

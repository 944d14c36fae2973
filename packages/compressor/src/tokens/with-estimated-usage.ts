import { type ModelRequest, promptTokens, type Transport, type UnfinishedCall, type Usage } from '@hermes/core'
import { createTokenCounter } from './token-counter.js'

/**
 * Estimates the usage of calls that ended before the provider reported it, from what was sent and what had arrived.
 * Assumes that nothing came from the provider's cache. Without it, such a call counts what the provider had reported,
 * which is often nothing.
 *
 * @example
 * ```ts
 * const agent = createAgent({ transport: withEstimatedUsage(transport), model: { id: 'gpt-5.2' } })
 * ```
 */
export function withEstimatedUsage(transport: Transport): Transport {
  const { id, apiMode } = transport
  return {
    id,
    apiMode,
    stream(request, options) {
      const { onUnfinished } = options
      if (!onUnfinished) return transport.stream(request, options)
      return transport.stream(request, {
        ...options,
        onUnfinished: (call) => onUnfinished({ ...call, usage: usageOf(call, request) }),
      })
    },
  }
}

function usageOf({ usage, received }: UnfinishedCall, { model, system, tools, messages }: ModelRequest): Usage {
  if (received === undefined) return usage
  const counter = createTokenCounter({ model })
  const sent = () => counter.countText(system) + counter.countTools(tools) + counter.countMessages(messages)
  return {
    ...usage,
    ...(promptTokens(usage) === 0 && { inputTokens: sent() }),
    // The provider's count of the beginning does not cover what came after it.
    outputTokens: Math.max(usage.outputTokens, counter.countText(received)),
  }
}

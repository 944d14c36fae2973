import {
  type ModelRequest,
  type StreamOptions,
  type Transport,
  TransportError,
  type TransportEvent,
} from '@hermes/core'

/**
 * Reports the context window that a provider names when it rejects a conversation as too long. Wraps the transport of
 * one provider, inside `withFallback`. The error is then rethrown.
 */
export function withLearning(
  transport: Transport,
  learn: (model: string, contextWindow: number) => Promise<void>,
): Transport {
  async function* stream(request: ModelRequest, options: StreamOptions): AsyncGenerator<TransportEvent> {
    try {
      yield* transport.stream(request, options)
    } catch (error) {
      if (TransportError.is(error) && error.contextWindow !== undefined) await learn(request.model, error.contextWindow)
      throw error
    }
  }
  return { id: transport.id, apiMode: transport.apiMode, stream }
}

import {
  type ModelRequest,
  type StreamOptions,
  type Transport,
  TransportError,
  type TransportEvent,
} from '@hermes/core'

/** Aborts a call with a `timeout` error after a time limit. */
export function withTimeLimit(transport: Transport, limitMs: number): Transport {
  async function* stream(request: ModelRequest, options: StreamOptions): AsyncGenerator<TransportEvent> {
    const limit = AbortSignal.timeout(limitMs)
    const signal = AbortSignal.any([options.signal, limit])
    try {
      yield* transport.stream(request, { ...options, signal })
    } catch (error) {
      options.signal.throwIfAborted()
      if (!limit.aborted) throw error
      throw new TransportError('timeout', `${request.model} did not answer within ${limitMs / 1000} seconds.`)
    }
  }
  return { id: transport.id, apiMode: transport.apiMode, stream }
}

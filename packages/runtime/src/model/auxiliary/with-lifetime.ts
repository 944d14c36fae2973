import type { Logger, ModelRequest, StreamOptions, Transport, TransportEvent } from '@hermes/core'

export interface LifetimeOptions {
  /** Aborts every running call when it is aborted. */
  readonly lifetime: AbortSignal
  readonly task: string
  readonly logger: Logger
}

/** Ends calls together with their owner, and logs the notices of each call. */
export function withLifetime(transport: Transport, { lifetime, task, logger }: LifetimeOptions): Transport {
  async function* stream(request: ModelRequest, options: StreamOptions): AsyncGenerator<TransportEvent> {
    const signal = AbortSignal.any([options.signal, lifetime])
    for await (const event of transport.stream(request, { ...options, signal })) {
      if (event.type === 'notice') logger.log('info', `${task}: ${event.text}`, { code: event.code })
      yield event
    }
  }
  return { id: transport.id, apiMode: transport.apiMode, stream }
}

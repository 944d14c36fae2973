import type { Logger, ModelRequest, StreamOptions, Transport, TransportEvent } from '@hermes/core'

export interface LifetimeOptions {
  /** Ends every call that is still under way. */
  readonly lifetime: AbortSignal
  readonly task: string
  readonly logger: Logger
}

/** Lets no call outlive what it was made for, and keeps to the log what happened on the way to an answer. */
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

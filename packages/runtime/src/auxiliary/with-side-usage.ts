import {
  describeError,
  type Logger,
  type ModelRequest,
  type SessionStore,
  type SideCall,
  type StreamOptions,
  type Transport,
  type TransportEvent,
} from '@hermes/core'

export interface SideUsageOptions {
  readonly task: string
  /** Who serves the model. */
  readonly provider: string
  readonly store: Pick<SessionStore, 'sideUsage'>
  readonly logger: Logger
}

/** Counts the calls that are made on behalf of a session. Where that fails, the answer is worth more than the count. */
export function withSideUsage(transport: Transport, { task, provider, store, logger }: SideUsageOptions): Transport {
  async function count(sessionId: string, call: SideCall): Promise<void> {
    await store.sideUsage?.add(sessionId, call).catch((error: unknown) => {
      logger.log('warn', `What the side task "${task}" used could not be counted: ${describeError(error)}`)
    })
  }
  async function* stream(request: ModelRequest, options: StreamOptions): AsyncGenerator<TransportEvent> {
    for await (const event of transport.stream(request, options)) {
      if (event.type === 'finish' && options.sessionId !== undefined)
        await count(options.sessionId, { task, provider, model: request.model, usage: event.usage })
      yield event
    }
  }
  return { id: transport.id, apiMode: transport.apiMode, stream }
}

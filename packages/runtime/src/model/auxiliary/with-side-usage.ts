import {
  describeError,
  type Logger,
  type ModelRequest,
  type SessionStore,
  type StreamOptions,
  type Transport,
  type TransportEvent,
  type UnfinishedCall,
} from '@hermes/core'
import type { ModelCall } from '@hermes/core/sessions'

export interface SideUsageOptions {
  readonly task: string
  /** The provider of the model. */
  readonly provider: string
  readonly store: Pick<SessionStore, 'usage'>
  readonly logger: Logger
}

/** Counts the calls made for a session. A failure to count does not fail the call. */
export function withSideUsage(transport: Transport, { task, provider, store, logger }: SideUsageOptions): Transport {
  async function count(sessionId: string, call: ModelCall): Promise<void> {
    await store.usage?.add(sessionId, call).catch((error: unknown) => {
      logger.log('warn', `The usage of the side task "${task}" could not be stored: ${describeError(error)}`)
    })
  }
  async function* stream(request: ModelRequest, options: StreamOptions): AsyncGenerator<TransportEvent> {
    const { sessionId } = options
    if (sessionId === undefined) return yield* transport.stream(request, options)
    const toCall = ({ usage, servedBy }: UnfinishedCall): ModelCall => ({
      task,
      ...(servedBy ?? { provider, model: request.model }),
      usage,
      atMs: Date.now(),
    })
    const unfinished: Promise<void>[] = []
    const onUnfinished = (call: UnfinishedCall) => void unfinished.push(count(sessionId, toCall(call)))
    try {
      for await (const event of transport.stream(request, { ...options, onUnfinished })) {
        if (event.type === 'finish') await count(sessionId, toCall(event))
        yield event
      }
    } finally {
      await Promise.all(unfinished)
    }
  }
  return { id: transport.id, apiMode: transport.apiMode, stream }
}

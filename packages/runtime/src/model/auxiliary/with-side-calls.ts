import {
  describeError,
  HermesError,
  type ModelRequest,
  type StreamOptions,
  type Transport,
  type TransportEvent,
} from '@hermes/core'
import type { AuxiliaryTask } from '@hermes/core/wiring'

export interface SideCallOptions {
  readonly task: AuxiliaryTask
  /** The provider of the transport. */
  readonly provider: string
}

/** Reports each attempt to the watcher of the caller's side tasks. */
export function withSideCalls(transport: Transport, { task, provider }: SideCallOptions): Transport {
  async function* watched(
    request: ModelRequest,
    options: StreamOptions,
    watch: NonNullable<StreamOptions['sideCalls']>,
  ): AsyncGenerator<TransportEvent> {
    const { sessionId, signal } = options
    const call = { task, provider, request, ...(sessionId !== undefined && { sessionId }) }
    await watch.before(call)
    const begin = performance.now()
    const durationMs = () => Math.round(performance.now() - begin)
    try {
      for await (const event of transport.stream(request, options)) {
        if (event.type === 'finish') {
          const { message, reason, usage } = event
          const outcome = { status: 'answered', message, reason, usage } as const
          await watch.after({ ...call, durationMs: durationMs(), outcome })
        }
        yield event
      }
    } catch (error) {
      if (!signal.aborted) {
        const outcome = { status: 'failed', error: toHermesError(error) } as const
        await watch.after({ ...call, durationMs: durationMs(), outcome })
      }
      throw error
    }
  }
  return {
    id: transport.id,
    apiMode: transport.apiMode,
    stream: (request, options) =>
      options.sideCalls ? watched(request, options, options.sideCalls) : transport.stream(request, options),
  }
}

function toHermesError(error: unknown): HermesError {
  return HermesError.is(error) ? error : new HermesError('run/unexpected', describeError(error), { cause: error })
}

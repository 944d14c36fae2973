import type { Transport, TransportEvent } from '@hermes/core'
import type { AcpTransportOptions } from '../contracts/remote-agent.js'

/**
 * Creates a transport that lets another agent of the protocol answer in place of a model. Each request is a separate
 * session, and the answer is the last message. The agent works with its own tools and gets the whole conversation as
 * text. It is offered no files and terminals.
 */
export function createAcpTransport(options: AcpTransportOptions): Transport {
  return {
    id: 'acp',
    apiMode: 'acp',
    async *stream({ messages }, { signal }) {
      const { converse } = await import('./converse.js')
      const ending = new AbortController()
      const running = AbortSignal.any([signal, ending.signal])
      const events = new ReadableStream<TransportEvent>({
        start(controller) {
          const emit = (event: TransportEvent) => {
            if (!running.aborted) controller.enqueue(event)
          }
          converse(options, messages, { emit, signal: running }).then(
            () => controller.close(),
            (error: unknown) => controller.error(signal.aborted ? signal.reason : error),
          )
        },
      })
      try {
        yield* events
      } finally {
        ending.abort()
      }
    },
  }
}

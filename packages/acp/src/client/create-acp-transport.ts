import type { Transport, TransportEvent } from '@hermes/core'
import type { AcpTransportOptions } from '../contracts/remote-agent.js'

/**
 * Lets another agent of the protocol answer in place of a model: each request is a session of its own, and the answer is the last message. The
 * agent works with its own tools. It gets the whole conversation as text. Files and terminals are not offered to it.
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

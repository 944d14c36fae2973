import type { IncomingHttpHeaders } from 'node:http'
import type { JsonObject } from '@hermes/core'

/** A model call as it arrived. */
export interface ProviderRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The parsed body; `{}` if it was not a JSON object. */
  readonly body: JsonObject
  /** Resolves when the exchange has ended: the reply was sent, the script aborted it, or the client left. */
  readonly ended: Promise<'sent' | 'dropped' | 'left'>
  /** Whether the client closed the connection before the reply was complete. */
  readonly closedEarly: boolean
}

export interface RequestLog {
  readonly requests: readonly ProviderRequest[]
  add(request: ProviderRequest): void
  /** Resolves with the request of this number (starting at 1) when it arrives. */
  wait(number: number): Promise<ProviderRequest>
}

export function createRequestLog(): RequestLog {
  const requests: ProviderRequest[] = []
  const waiting = new Map<number, PromiseWithResolvers<ProviderRequest>>()
  return {
    requests,
    add(request) {
      requests.push(request)
      waiting.get(requests.length)?.resolve(request)
      waiting.delete(requests.length)
    },
    async wait(number) {
      const known = requests[number - 1]
      if (known) return known
      const waiter = waiting.get(number) ?? Promise.withResolvers<ProviderRequest>()
      waiting.set(number, waiter)
      return waiter.promise
    },
  }
}

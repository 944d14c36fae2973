import { AsyncLocalStorage } from 'node:async_hooks'
import type { Variables } from '@hermes/runtime'
import { type Context, ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api'
import { readVersion } from '../version.js'
import { openProvider } from './export/open-provider.js'
import { traceRequests } from './spans/trace-requests.js'
import { traceRun } from './spans/trace-run.js'
import type { Tracing } from './tracing.js'

/** How long the export of the last spans may take, in milliseconds. A gateway that stops must not wait for a collector. */
const flushMs = 1_000

/**
 * Opens the tracing that the variables ask for. Spans are exported in the background, and one that cannot be exported is dropped.
 * @param say Tells the owner of the gateway that spans are lost.
 */
export function openTracing(variables: Variables, say: (line: string) => void): Tracing {
  const provider = openProvider(variables, say)
  const tracer = provider.getTracer('hermes', readVersion())
  const current = new AsyncLocalStorage<Span>()
  const requestOf = new Map<string, Span>()
  /** An input with an id comes from a queue, which another request may have opened. A turn without one starts in the request that asks for it. */
  const parentOf = (inputId: string | undefined): Context => {
    const request = inputId === undefined ? current.getStore() : requestOf.get(inputId)
    return request ? trace.setSpan(ROOT_CONTEXT, request) : ROOT_CONTEXT
  }
  return {
    requests: traceRequests(tracer, current),
    link({ id, ended }) {
      const span = current.getStore()
      if (!span) return
      requestOf.set(id, span)
      void ended.then(() => requestOf.delete(id))
    },
    wrapAgent: (agent, { id, provider }) => {
      const model = { id, provider }
      return {
        ...agent,
        run(input, options = {}) {
          const { inputId, session } = options
          const parent = parentOf(inputId)
          return traceRun(agent.run(input, options), { tracer, parent, model, source: session?.source })
        },
        resume: (sessionId, options) =>
          traceRun(agent.resume(sessionId, options), { tracer, parent: parentOf(undefined), model }),
      }
    },
    async [Symbol.asyncDispose]() {
      let timer: NodeJS.Timeout | undefined
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, flushMs)
      })
      // The exporter reports spans that it could not send.
      await Promise.race([provider.shutdown().catch(() => undefined), limit])
      clearTimeout(timer)
    },
  }
}

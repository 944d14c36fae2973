import type { AsyncLocalStorage } from 'node:async_hooks'
import type { HttpBindings } from '@hono/node-server'
import { ROOT_CONTEXT, type Span, SpanKind, type TextMapGetter, type Tracer } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { failSpan } from './fail-span.js'

/** Paths that monitors request all day. */
const monitored = ['/metrics', '/health/detailed']

const headers: TextMapGetter<Headers> = {
  keys: (carrier) => [...carrier.keys()],
  get: (carrier, name) => carrier.get(name) ?? undefined,
}

/**
 * Opens a span for each request, until its answer is sent. The caller's `traceparent` is its parent, and `current` holds it while the request is
 * handled. The query is left out, because it may contain what people wrote.
 */
export function traceRequests(
  tracer: Tracer,
  current: AsyncLocalStorage<Span>,
): MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> {
  const propagator = new W3CTraceContextPropagator()
  return async (context, next) => {
    const { method, path, raw, url } = context.req
    if (monitored.includes(path)) return next()
    const parent = propagator.extract(ROOT_CONTEXT, raw.headers, headers)
    const attributes = {
      'http.request.method': method,
      'url.path': path,
      'url.scheme': new URL(url).protocol.slice(0, -1),
    }
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
    await current.run(span, next)
    // Patterns with a star belong to middleware. If several routes match, the first one has answered.
    const route = matchedRoutes(context).find(({ path }) => !path.includes('*'))?.path
    if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route)
    const { status } = context.res
    span.setAttribute('http.response.status_code', status)
    if (status >= 500) failSpan(span, `${status}`)
    const { outgoing } = context.env
    if (outgoing && !outgoing.closed) outgoing.once('close', () => span.end())
    else span.end()
  }
}

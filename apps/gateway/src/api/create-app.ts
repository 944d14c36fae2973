import { HermesError, type Logger } from '@hermes/core'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { requireKey } from './access/require-key.js'
import { requireOwnHost } from './access/require-own-host.js'
import { type CompletionServices, postCompletion } from './completions/post-completion.js'
import { errorResponse } from './error-response.js'
import type { Readiness } from './readiness.js'

export interface AppOptions extends CompletionServices {
  readonly key: string
  readonly host: string
  readonly logger: Logger
  readonly readiness: Readiness
  /** The largest request body, in bytes. */
  readonly maxBodyBytes: number
}

/** The routes of the API server. */
export function createApp(options: AppOptions): Hono {
  const { key, host, modelName, conversations, logger, readiness, maxBodyBytes } = options
  const startedAt = Math.floor(Date.now() / 1000)
  const app = new Hono()
  app.use(requireOwnHost(host))
  for (const path of ['/health', '/livez']) {
    app.get(path, (context) =>
      conversations.isClosing ? context.json({ status: 'stopping' }, 503) : context.json({ status: 'ok' }),
    )
  }
  app.get('/readyz', async (context) => {
    const reason = await readiness()
    return reason === undefined ? context.json({ status: 'ok' }) : context.json({ status: 'not-ready', reason }, 503)
  })
  app.use(requireKey(key))
  app.use(bodyLimit({ maxSize: maxBodyBytes, onError: () => tooLarge(maxBodyBytes) }))
  app.get('/v1/models', (context) =>
    context.json({
      object: 'list',
      data: [{ id: modelName, object: 'model', created: startedAt, owned_by: 'hermes' }],
    }),
  )
  app.post('/v1/chat/completions', (context) => postCompletion(context, options))
  app.notFound((context) =>
    errorResponse(404, 'not_found', `There is no ${context.req.method} ${context.req.path} here.`),
  )
  app.onError((error) => {
    logger.log('error', 'A request failed.', { error: error.message, stack: error.stack ?? '' })
    const isKnown = HermesError.is(error)
    return errorResponse(500, isKnown ? error.code : 'internal_error', isKnown ? error.message : 'The request failed.')
  })
  return app
}

function tooLarge(maxBytes: number): Response {
  const most = `${maxBytes / 1024 / 1024} MiB`
  const message = `The request body is larger than ${most}: send less, or raise gateway.api_server.max_request_mb.`
  return errorResponse(413, 'request_too_large', message)
}

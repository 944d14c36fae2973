import { HermesError } from '@hermes/core'
import type { PlatformAdapter } from '@hermes/core/platform'
import type { JobBook } from '@hermes/scheduler'
import { type Handler, Hono } from 'hono'
import { cors } from 'hono/cors'
import type { ConnectionHealths } from '../chats/connect/connection-health.js'
import type { Tracing } from '../tracing/tracing.js'
import type { KeysInForce } from './access/keys-in-force.js'
import { limitRate } from './access/limit-rate.js'
import { requireKey } from './access/require-key.js'
import { requireOwnHost } from './access/require-own-host.js'
import { requireScope } from './access/require-scope.js'
import { type Catalog, catalogRoutes } from './catalog/catalog-routes.js'
import { type ModelOptions, modelOptionRoutes } from './catalog/model-options.js'
import { type CompletionServices, postCompletion } from './completions/post-completion.js'
import { isStoreAway, storeAway } from './completions/to-failure.js'
import { conversationRoutes } from './conversations/conversation-routes.js'
import { fileRoutes } from './files/file-routes.js'
import type { Files } from './files/files.js'
import { jobRoutes } from './jobs/job-routes.js'
import type { CallCounts } from './metrics/call-counts.js'
import { countRequests } from './metrics/count-requests.js'
import { healthRoutes } from './metrics/health-routes.js'
import type { RequestCounts } from './metrics/request-counts.js'
import type { TurnCounts } from './metrics/turn-counts.js'
import { createProbes } from './probes.js'
import { questionRoutes } from './questions/question-routes.js'
import type { Readiness } from './readiness.js'
import { errorResponse } from './request/error-response.js'
import { limitBody } from './request/limit-body.js'
import { RequestError } from './request/request-error.js'
import { repeatSessionKey } from './request/session-key.js'
import { responseRoutes } from './responses/response-routes.js'
import type { RunBook } from './runs/record/run-book.js'
import { runRoutes } from './runs/run-routes.js'
import type { RunServices } from './runs/start/start-run.js'
import { sessionRoutes } from './sessions/session-routes.js'
import { usageRoutes } from './usage/usage-routes.js'

export interface AppOptions extends CompletionServices, Omit<RunServices, 'runs' | 'keyedRequests'> {
  readonly keys: KeysInForce
  /** Web pages that may call the API. Default: none. */
  readonly origins?: readonly string[]
  readonly host: string
  readonly version: string
  readonly catalog: Pick<Catalog, 'tools' | 'skills'> & Pick<ModelOptions, 'current' | 'offers'>
  /** Absent if the store keeps no values, in which case there are no runs and responses. */
  readonly runs?: RunBook
  /** Absent if the store keeps no values. */
  readonly files?: Files
  /** Absent if the store cannot keep scheduled jobs. */
  readonly jobs?: JobBook
  readonly readiness: Readiness
  readonly requests: RequestCounts
  readonly turns: TurnCounts
  readonly calls: CallCounts
  /** The connections to chat networks. Default: none. */
  readonly networks?: () => ConnectionHealths
  /** Chat networks that call the gateway, by name. They check the signatures of their requests. Default: none. */
  readonly webhooks?: { get(name: string): Pick<PlatformAdapter, 'handleWebhook'> | undefined }
  /** Receives an event of another service. Default: there are no webhooks. */
  readonly receiveWebhook?: Handler
  /** The apps of other profiles, which are served below `/p/NAME`. Default: none. */
  readonly profiles?: ReadonlyMap<string, { readonly app: Hono }>
  /** Maximum size of a request body, in bytes. */
  readonly maxBodyBytes: number
  /** Default: requests are not traced. */
  readonly tracing?: Pick<Tracing, 'requests' | 'link'>
}

const webhookBytes = 2 ** 20

/** Creates the routes of the API server. */
export function createApp(options: AppOptions): Hono {
  const { keys, origins = [], host, modelName, logger, maxBodyBytes } = options
  const app = new Hono()
  for (const [name, profile] of options.profiles ?? []) {
    app.route(`/p/${name}`, profile.app)
    // A path that the app does not have must not reach this profile.
    app.all(`/p/${name}/*`, (context) => context.notFound())
  }
  app.use(countRequests(options.requests))
  const limitEvent = limitBody({ maxSize: webhookBytes, onError: eventTooLarge })
  app.post('/platforms/:name', limitEvent, async (context) => {
    const adapter = options.webhooks?.get(context.req.param('name'))
    return (await adapter?.handleWebhook?.(context.req.raw)) ?? context.notFound()
  })
  if (options.receiveWebhook) app.post('/webhooks/:route', limitEvent, options.receiveWebhook)
  app.use(requireOwnHost(host, origins))
  if (origins.length > 0) app.use(cors({ origin: [...origins], exposeHeaders: ['*'], maxAge: 600 }))
  for (const [path, probe] of createProbes(options)) {
    app.get(path, async (context) => {
      const { status, body } = await probe()
      return context.json(body, status)
    })
  }
  app.use(requireKey(keys))
  // Only the holder of a key decides what is traced.
  if (options.tracing) app.use(options.tracing.requests)
  app.use(limitRate(Date.now))
  app.use(repeatSessionKey)
  const { runs, jobs, files, keyedRequests } = options
  // Files may be larger than other requests.
  if (files) {
    app.use('/v1/files/*', requireScope('chat'))
    app.route('/v1/files', fileRoutes(files))
  }
  app.use(limitBody({ maxSize: maxBodyBytes, onError: () => tooLarge(maxBodyBytes) }))
  app.route(
    '/v1',
    catalogRoutes({
      ...options.catalog,
      modelName,
      modelNames: () => options.models.names(),
      version: options.version,
      takesFiles: files !== undefined,
    }),
  )
  app.get('/openapi.json', async (context) => {
    const { openApiDocument } = await import('./openapi/openapi-document.js')
    return context.json(openApiDocument(options.version))
  })
  for (const path of ['chat', 'responses', 'conversations', 'runs']) app.use(`/v1/${path}/*`, requireScope('chat'))
  app.use('/api/model/*', requireScope('chat'))
  app.use('/api/questions/*', requireScope('answer'))
  app.use('/api/sessions/*', requireScope('sessions'))
  app.use('/api/jobs/*', requireScope('jobs'))
  for (const path of ['/metrics', '/health/detailed']) app.use(path, requireScope('metrics'))
  app.route('/', healthRoutes(options))
  app.post('/v1/chat/completions', (context) => postCompletion(context, options))
  if (runs && keyedRequests) {
    const services = { ...options, runs, keyedRequests }
    app.route('/v1/runs', runRoutes(services))
    app.route('/v1/responses', responseRoutes(services))
    app.route('/v1/conversations', conversationRoutes(services))
  }
  app.route('/api/model', modelOptionRoutes({ ...options.catalog, models: options.models }))
  app.route('/api/sessions', sessionRoutes(options))
  app.route('/api/questions', questionRoutes(options))
  if (options.budgets) app.route('/api/usage', usageRoutes({ keys, budgets: options.budgets }))
  if (jobs) app.route('/api/jobs', jobRoutes({ jobs, budgets: options.budgets }))
  app.notFound(({ req: { method, path } }) => {
    const hint = isWithoutVersion(path) ? ': the base URL of a client for OpenAI must end with /v1' : ''
    return errorResponse(404, 'not_found', `There is no ${method} ${path} here${hint}.`)
  })
  app.onError((error) => {
    if (error instanceof RequestError) return error.toResponse()
    logger.log('error', 'A request failed.', { error: error.message, stack: error.stack ?? '' })
    if (isStoreAway(error)) return errorResponse(storeAway.status, storeAway.code, storeAway.message, storeAway.headers)
    const isKnown = HermesError.is(error)
    return errorResponse(500, isKnown ? error.code : 'internal_error', isKnown ? error.message : 'The request failed.')
  })
  return app
}

/** Whether the path is what OpenAI clients request if their base URL is only the address of the server. */
function isWithoutVersion(path: string): boolean {
  return /^(?:\/p\/[^/]+)?\/(?:models|chat\/completions|responses|conversations|files)(?:\/|$)/.test(path)
}

function eventTooLarge(): Response {
  return errorResponse(413, 'request_too_large', `The event is larger than ${webhookBytes / 1024 / 1024} MiB.`)
}

function tooLarge(maxBytes: number): Response {
  const most = `${maxBytes / 1024 / 1024} MiB`
  const message = `The request body is larger than ${most}: send less, or raise gateway.api_server.max_request_mb.`
  return errorResponse(413, 'request_too_large', message)
}

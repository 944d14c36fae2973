import { ConfigError, type Logger } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import type { WebhookRoute } from '@hermes/runtime'
import type { Context, Handler } from 'hono'
import { isLoopback } from '../../api/access/is-loopback.js'
import { errorResponse } from '../../api/request/error-response.js'
import type { WebhookReceipt } from '../../api/webhooks/webhook-receipt-schema.js'
import type { SignedRequest } from '../event/signed-request.js'
import { toWebhookEvent, type WebhookEvent } from '../event/webhook-event.js'
import type { FindRoute } from '../routes/find-route.js'
import { whyIgnored } from '../routes/matches.js'
import { queueEvent } from '../routes/queue-event.js'
import { verifySignature } from './verify-signature.js'

export interface ReceiveOptions {
  readonly findRoute: FindRoute
  readonly queue: Pick<WorkQueue, 'put'>
  /** The folder that relative paths of filters start from. */
  readonly home: string
  /** Whether this process serves the agent of a profile. */
  readonly serves: (profile: string | undefined) => boolean
  /** Whether only programs on this machine can reach the gateway, so that a route may omit the signature. */
  readonly isLocal: boolean
  readonly logger: Logger
  readonly now: () => number
}

/** Handles `POST /webhooks/:route`: stores an event and answers 202. The agent works on it later. Events that are not answered get 200. */
export function receiveWebhook({ findRoute, queue, home, serves, isLocal, logger, now }: ReceiveOptions): Handler {
  const counts = new Map<string, { readonly minute: number; readonly count: number }>()

  function isTooFast(name: string, { requests_per_minute: most }: WebhookRoute): boolean {
    const minute = Math.floor(now() / 60_000)
    const last = counts.get(name)
    const count = last?.minute === minute ? last.count + 1 : 1
    counts.set(name, { minute, count })
    return count > most
  }

  /** Reads a route. Strangers may send to any name, so only the owner is told why a route cannot be read. */
  async function readRoute(name: string): Promise<WebhookRoute | 'unreadable' | undefined> {
    try {
      return await findRoute(name)
    } catch (error) {
      if (!ConfigError.is(error)) throw error
      logger.log('error', `An event for the webhook "${name}" was refused: ${error.message}`)
      return 'unreadable'
    }
  }

  return async (context) => {
    const name = context.req.param('route') ?? ''
    const route = await readRoute(name)
    if (route === 'unreadable') {
      return errorResponse(503, 'unavailable', 'The gateway cannot read its webhooks: its log says why.')
    }
    if (!route) return errorResponse(404, 'not_found', `There is no webhook "${name}".`)
    const body = new Uint8Array(await context.req.arrayBuffer())
    const request = { url: addressOf(context), headers: context.req.raw.headers, body }
    if (!isGenuine(route, request, { isLocal, nowMs: now() })) {
      return errorResponse(401, 'invalid_signature', 'The signature of the event is missing, wrong or too old.')
    }
    // Checked after the signature, because strangers must not use up what the sender may send.
    if (isTooFast(name, route)) {
      return errorResponse(429, 'rate_limited', 'Too many events: send them later.', { 'retry-after': '60' })
    }
    if (!serves(route.profile)) {
      return errorResponse(503, 'not_served', `This gateway does not serve the profile "${route.profile}".`)
    }
    const event = toWebhookEvent(request, route.signature)
    if (!event) return errorResponse(400, 'invalid_request', 'The body of the event is neither JSON nor a form.')
    const challenge = challengeOf(event)
    if (challenge !== undefined) return context.json({ challenge } satisfies WebhookReceipt)
    const reason = await whyIgnored(event, route, home)
    if (reason !== undefined) return context.json({ status: 'ignored', reason } satisfies WebhookReceipt)
    const { id, isNew } = await queueEvent(queue, { name, route, event }, now())
    const receipt: WebhookReceipt = { status: isNew ? 'accepted' : 'duplicate', id }
    return context.json(receipt, isNew ? 202 : 200)
  }
}

function isGenuine(
  { signature, secret }: WebhookRoute,
  request: SignedRequest,
  { isLocal, nowMs }: { readonly isLocal: boolean; readonly nowMs: number },
): boolean {
  if (signature === 'none') return isLocal && isOfOwnProgram(request)
  return secret !== undefined && verifySignature(signature, request, { secret, nowMs })
}

/** Web pages send an `Origin`, and reach this machine under other names. */
function isOfOwnProgram({ headers }: SignedRequest): boolean {
  return !headers.has('origin') && isLoopback((headers.get('host') ?? '').replace(/:\d+$/, ''))
}

/** Returns the address that the sender used. Behind a proxy, that is the address of the proxy. */
function addressOf({ req }: Context): string {
  const url = new URL(req.url)
  const [host, protocol] = [req.header('x-forwarded-host'), req.header('x-forwarded-proto')]
  return `${protocol ?? url.protocol.replace(':', '')}://${host ?? url.host}${url.pathname}${url.search}`
}

/** Returns the challenge with which Slack checks an address before it sends events there. */
function challengeOf({ name, data }: WebhookEvent): string | undefined {
  if (name !== 'url_verification') return undefined
  const { challenge } = Object(data)
  return typeof challenge === 'string' ? challenge : undefined
}

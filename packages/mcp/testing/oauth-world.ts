import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** What an authorization server may do wrong, or what happens to it. */
export interface OAuthFaults {
  issuer?: string
  resource?: string
  hasNoPkce?: boolean
  /** Where the token endpoint redirects to. */
  redirectsTo?: string
  /** Replaces the `state` of the answer. */
  state?: string
  /** Replaces the `iss` of the answer. */
  iss?: string
  error?: string
  authorizationServer?: string
  /** The answers before a code is confirmed, in order. */
  deviceAnswers?: string[]
  hasNoDeviceFlow?: boolean
}

export interface OAuthWorld {
  readonly url: string
  readonly faults: OAuthFaults
  readonly counts: { registrations: number; renewals: number }
  /** Ends all access tokens. */
  expire(): void
  /** Ends the renewal tokens, too. */
  revoke(): void
}

/** An MCP server that requires a login, and its authorization server on another port. */
export async function startOAuthWorld(): Promise<OAuthWorld> {
  const faults: OAuthFaults = {}
  const counts = { registrations: 0, renewals: 0 }
  const codes = new Map<string, { readonly challenge: string; readonly redirect: string }>()
  let access = new Set<string>()
  let renewals = new Set<string>()
  const authorization = await listen(async (request, response) => {
    const url = new URL(request.url ?? '', origin())
    const form = new URLSearchParams(request.method === 'POST' ? await readText(request) : '')
    if (url.pathname.startsWith('/.well-known/')) {
      return json(response, 200, {
        issuer: faults.issuer ?? origin(),
        authorization_endpoint: `${origin()}/authorize`,
        token_endpoint: `${origin()}/token`,
        registration_endpoint: `${origin()}/register`,
        ...(!faults.hasNoDeviceFlow && { device_authorization_endpoint: `${origin()}/device` }),
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
        code_challenge_methods_supported: faults.hasNoPkce ? ['plain'] : ['S256'],
      })
    }
    if (url.pathname === '/register') {
      counts.registrations += 1
      const [body = '{}'] = form.keys()
      return json(response, 201, { ...JSON.parse(body), client_id: `client-${counts.registrations}` })
    }
    if (url.pathname === '/authorize') {
      const redirect = new URL(url.searchParams.get('redirect_uri') ?? '')
      const code = randomUUID()
      codes.set(code, { challenge: url.searchParams.get('code_challenge') ?? '', redirect: redirect.href })
      if (faults.error) redirect.searchParams.set('error', faults.error)
      else redirect.searchParams.set('code', code)
      redirect.searchParams.set('state', faults.state ?? url.searchParams.get('state') ?? '')
      redirect.searchParams.set('iss', faults.iss ?? origin())
      return response.writeHead(302, { location: redirect.href }).end()
    }
    if (url.pathname === '/device') {
      const isMeant =
        form.get('resource') === `${originOf(resource)}/mcp` && form.get('client_id')?.startsWith('client-')
      if (!isMeant) return json(response, 400, { error: 'invalid_request' })
      return json(response, 200, {
        device_code: 'device-1',
        user_code: 'WDJB-MJHT',
        verification_uri: `${origin()}/activate`,
        expires_in: 60,
        interval: 0.01,
      })
    }
    if (url.pathname !== '/token') return response.writeHead(404).end()
    if (faults.redirectsTo) return response.writeHead(307, { location: faults.redirectsTo }).end()
    const isRenewal = form.get('grant_type') === 'refresh_token'
    if (isRenewal) counts.renewals += 1
    const isDevice = form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:device_code'
    const pending = isDevice ? faults.deviceAnswers?.shift() : undefined
    if (pending) return json(response, 400, { error: pending })
    const isConfirmed = isDevice && form.get('device_code') === 'device-1'
    if (!isConfirmed && !(isRenewal ? renewals.delete(form.get('refresh_token') ?? '') : isValid(form))) {
      return json(response, 400, { error: 'invalid_grant' })
    }
    const tokens = { access_token: randomUUID(), refresh_token: randomUUID(), token_type: 'Bearer', expires_in: 3600 }
    access.add(tokens.access_token)
    renewals.add(tokens.refresh_token)
    return json(response, 200, tokens)
  })
  const resource = await listen(async (request, response) => {
    const url = `${originOf(resource)}/mcp`
    if (request.url?.startsWith('/.well-known/oauth-protected-resource')) {
      const servers = [faults.authorizationServer ?? origin()]
      return json(response, 200, { resource: faults.resource ?? url, authorization_servers: servers })
    }
    if (request.url !== '/mcp') return response.writeHead(404).end()
    if (!access.has(request.headers.authorization?.replace('Bearer ', '') ?? '')) {
      const metadata = `${originOf(resource)}/.well-known/oauth-protected-resource/mcp`
      return response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end()
    }
    if (request.method !== 'POST') return response.writeHead(405).end()
    const { id, method, params } = JSON.parse(await readText(request))
    const result = resultOf(method, params)
    if (id === undefined) return response.writeHead(202).end()
    return json(response, 200, {
      jsonrpc: '2.0',
      id,
      ...(result ? { result } : { error: { code: -32_601, message: `no ${method}` } }),
    })
  })
  const origin = () => originOf(authorization)

  function isValid(form: URLSearchParams): boolean {
    const known = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isMeant = form.get('resource') === `${originOf(resource)}/mcp`
    return known?.challenge === challenge && known.redirect === form.get('redirect_uri') && isMeant
  }

  return {
    url: `${originOf(resource)}/mcp`,
    faults,
    counts,
    expire() {
      access = new Set()
    },
    revoke() {
      access = new Set()
      renewals = new Set()
    },
  }
}

function resultOf(method: string, params: { readonly protocolVersion?: string } | undefined) {
  if (method === 'initialize') {
    const { protocolVersion } = params ?? {}
    return { protocolVersion, serverInfo: { name: 'closed', version: '1' }, capabilities: { tools: {} } }
  }
  if (method === 'tools/list') return { tools: [{ name: 'open', inputSchema: { type: 'object' } }] }
  return method === 'tools/call' ? { content: [{ type: 'text', text: 'opened' }] } : undefined
}

async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
): Promise<Server> {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return server
}

function originOf(server: Server): string {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

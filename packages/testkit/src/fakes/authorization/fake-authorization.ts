import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { parseObject } from '../provider/json.js'
import type { AuthorizationRequest, AuthorizationState, FakeAuthorizationOptions } from './authorization-state.js'
import { createFamilies, type FakeTokens, type TokenKind } from './fake-tokens.js'
import { routeOf } from './routes.js'

/** The authorization servers of the providers, on a local port. */
export interface FakeAuthorization extends AsyncDisposable {
  /** The URL: `http://127.0.0.1:PORT`. */
  readonly issuer: string
  /** All requests, oldest first. */
  readonly requests: readonly AuthorizationRequest[]
  /** Returns the requests to a path. */
  to(path: string): readonly AuthorizationRequest[]
  /** Creates the tokens of an existing login. */
  issue(kind: TokenKind): FakeTokens
  /** Revokes all refresh tokens. */
  revokeAll(): void
  /** Holds all responses until the returned function is called. */
  hold(): () => void
}

/**
 * Starts the authorization servers of OpenRouter, Nous, Anthropic, OpenAI and GitHub as one real HTTP server. Refresh tokens are valid
 * for one use; reuse revokes the login.
 */
export async function startFakeAuthorization(options: FakeAuthorizationOptions = {}): Promise<FakeAuthorization> {
  const requests: AuthorizationRequest[] = []
  const { now = Date.now, device = ['approve'], tokenLifetime = 3600 } = options
  let steps = 0
  let gate: Promise<void> = Promise.resolve()
  let isRevoked = false
  const state: AuthorizationState = {
    options,
    families: createFamilies(now, () => tokenLifetime),
    now,
    issuer: () => issuer,
    step: () => device[Math.min(steps++, device.length - 1)] ?? 'approve',
    codes: new Map(),
    githubTokens: new Set(),
  }

  const server = createServer(async (request, response) => {
    const asked = await readRequest(request)
    requests.push(asked)
    await gate
    const url = new URL(request.url ?? '/', issuer)
    const { status, body, headers = {} } = routeOf(asked, url, state)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The fake authorization server has no port.')
  const issuer = `http://127.0.0.1:${address.port}`

  return {
    issuer,
    requests,
    to: (path) => requests.filter((request) => request.path === path),
    issue(kind) {
      const tokens = state.families.issue(kind)
      if (kind === 'github' && !isRevoked) state.githubTokens.add(tokens.accessToken)
      return tokens
    },
    revokeAll() {
      isRevoked = true
      state.families.revokeAll()
      state.githubTokens.clear()
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function readRequest(request: IncomingMessage): Promise<AuthorizationRequest> {
  const sent = await readText(request)
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  return {
    method: request.method ?? 'GET',
    path: new URL(request.url ?? '/', 'http://localhost').pathname,
    headers: request.headers,
    body: isForm ? Object.fromEntries(new URLSearchParams(sent)) : (parseObject(sent) ?? {}),
  }
}

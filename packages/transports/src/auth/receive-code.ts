import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { LoginError } from './login-error.js'
import type { LoginContext } from './login-provider.js'
import { deniedLogin } from './poll-device.js'

/** Time limit of the browser login. */
const loginTimeoutMs = 5 * 60_000

/**
 * Opens a login page and waits for its code. The browser sends the code to a port of this machine, or the user pastes
 * it, for example over SSH. The callback uses an unguessable path and a `state`; all other requests to the port are
 * rejected.
 *
 * @throws {LoginError} `denied`; `expired` after five minutes; `mismatch` when the code belongs to another login.
 */
export async function receiveCode(
  provider: string,
  { prompter, signal, services }: Pick<LoginContext, 'prompter' | 'signal' | 'services'>,
  toPage: (callbackUrl: string) => string,
): Promise<string> {
  const state = randomBytes(16).toString('base64url')
  const path = `/callback/${state}`
  const callback = Promise.withResolvers<URLSearchParams>()
  const server = await listen(path, callback.resolve)
  const done = new AbortController()
  const waiting = AbortSignal.any([signal, done.signal])
  try {
    await prompter.showPage({ page: toPage(`${originOf(server)}${path}?state=${state}`) })
    const expiry = services.sleep(loginTimeoutMs, waiting).then(() => {
      throw new LoginError('expired', `The login to ${provider} was not confirmed in time: log in again.`)
    })
    const pasted = prompter.paste?.(waiting).then((text) => readPasted(text, state, provider))
    const code = callback.promise.then((parameters) => codeIn(parameters, state, provider))
    return await Promise.race([code, ...(pasted ? [pasted] : []), expiry])
  } finally {
    done.abort()
    server.closeAllConnections()
    server.close()
  }
}

async function listen(path: string, onCallback: (parameters: URLSearchParams) => void): Promise<Server> {
  // Loaded lazily: an `import` would slow down every start, and renewing a login does not need it.
  const server = process.getBuiltinModule('node:http').createServer((request, response) => {
    const url = URL.parse(request.url ?? '', 'http://127.0.0.1')
    if (request.method !== 'GET' || url?.pathname !== path) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found.\n')
      return
    }
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    response.end('You can close this page: Hermes continues in the terminal.\n', () => onCallback(url.searchParams))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function originOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('The callback has no port.')
  return `http://127.0.0.1:${address.port}`
}

function codeIn(parameters: URLSearchParams, state: string, provider: string): string {
  if ((parameters.get('state') ?? state) !== state) throw mismatch(provider)
  if (parameters.has('error')) throw deniedLogin(provider)
  const code = parameters.get('code')
  if (code) return code
  throw new LoginError('protocol', `${provider} sent the browser back without a code: log in again.`)
}

/** Parses the pasted text: the code, or the whole callback address that the browser could not open. */
function readPasted(text: string, state: string, provider: string): string {
  const url = URL.parse(text.trim())
  if (!url) return codeIn(new URLSearchParams({ code: text.trim() }), state, provider)
  if (!url.pathname.endsWith(state)) throw mismatch(provider)
  return codeIn(url.searchParams, state, provider)
}

function mismatch(provider: string): LoginError {
  return new LoginError('mismatch', `The response of ${provider} belongs to another login: log in again.`)
}

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { HermesError } from '@hermes/core'

/** The answer of an authorization server. */
export interface AuthorizationCode {
  readonly code: string
  readonly issuer?: string
}

/** A port of this machine to which the browser delivers the answer. */
export interface CodeListener extends AsyncDisposable {
  readonly url: string
  readonly state: string
  readonly code: Promise<AuthorizationCode>
  /** Reads an address that the user has copied, or the code alone. @throws {HermesError} `mcp/login` */
  read(pasted: string): AuthorizationCode
}

/** @param port Default: any free one. */
export async function listenForCode(port = 0): Promise<CodeListener> {
  const state = randomBytes(32).toString('base64url')
  const { promise: code, resolve, reject } = Promise.withResolvers<AuthorizationCode>()
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '', 'http://127.0.0.1')
    // Any other request to the port does not belong to a login.
    if (request.method !== 'GET' || url?.pathname !== '/callback' || url.searchParams.get('state') !== state) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found.\n')
      return
    }
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    response.end('You can close this page: Hermes continues in the terminal.\n')
    try {
      resolve(codeIn(url.searchParams))
    } catch (error) {
      reject(error)
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  // Not awaited when the login fails earlier.
  code.catch(() => undefined)
  return {
    url: `http://127.0.0.1:${portOf(server)}/callback`,
    state,
    code,
    read(pasted) {
      const url = URL.parse(pasted.trim())
      if (!url) return { code: pasted.trim() }
      if (url.searchParams.get('state') !== state) throw failed('the address belongs to another login')
      return codeIn(url.searchParams)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function codeIn(parameters: URLSearchParams): AuthorizationCode {
  const code = parameters.get('code')
  if (!code) throw failed(parameters.get('error')?.slice(0, 100) ?? 'there is no code in the answer')
  const issuer = parameters.get('iss')
  return { code, ...(issuer !== null && { issuer }) }
}

function failed(why: string): HermesError {
  return new HermesError('mcp/login', `The login failed: ${why}. Log in again.`)
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

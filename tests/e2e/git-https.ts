import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createIdentity } from '../../packages/transports/testing/certificates.js'

export interface GitHttps extends AsyncDisposable {
  /** The URL of its repositories: `https://localhost:PORT`. */
  readonly url: string
  /** The self-signed certificate in PEM. */
  readonly certificate: string
}

export interface GitHttpsOptions {
  /** The folder with its repositories. */
  readonly root: string
  /** The token that reading and pushing require. */
  readonly token: string
}

/** Serves Git's own server behind https on loopback. A push needs the name `tests` and the token. */
export async function serveGit({ root, token }: GitHttpsOptions): Promise<GitHttps> {
  const program = `${execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim()}/git-http-backend`
  const identity = await createIdentity()
  const wanted = `Basic ${Buffer.from(`tests:${token}`).toString('base64')}`

  function answer(request: IncomingMessage, response: ServerResponse): void {
    if (request.headers.authorization !== wanted) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
      return
    }
    const { pathname, search } = new URL(request.url ?? '/', 'https://localhost')
    const child = spawn(program, {
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        REMOTE_USER: 'tests',
        REQUEST_METHOD: request.method,
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        CONTENT_TYPE: request.headers['content-type'],
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
        HTTP_GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    request.pipe(child.stdin)
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('close', () => {
      const output = Buffer.concat(chunks)
      const end = output.indexOf('\r\n\r\n')
      const lines = output.toString('latin1', 0, end).split('\r\n')
      const headers = lines.map((line) => line.split(': ', 2) as [string, string])
      const status = Number.parseInt(headers.find(([name]) => name === 'Status')?.[1] ?? '200', 10)
      response.writeHead(status, headers.filter(([name]) => name !== 'Status').flat()).end(output.subarray(end + 4))
    })
  }

  const server = createServer(identity, answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `https://localhost:${port}`,
    certificate: identity.cert,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

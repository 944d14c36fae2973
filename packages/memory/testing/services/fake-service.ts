import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One memory that a fake service keeps. */
export interface KeptMemory {
  readonly id: string
  readonly owner: string
  readonly text: string
  readonly metadata?: unknown
}

/** Answers a call; `undefined` is "not found". */
export type FakeRoute = (call: FakeCall) => unknown

export interface FakeCall {
  /** What the pattern of the path names. */
  readonly path: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
  readonly kept: Map<string, KeptMemory>
}

export interface FakeService extends AsyncDisposable {
  readonly url: string
  /** The header `authorization` or `x-api-key` of each call. */
  readonly keys: readonly unknown[]
  /** Answers the next calls with this status instead. Default body: JSON with a message. */
  failWith(status: number, body?: string): void
}

/** A memory service on loopback. `kept` survives it. */
export async function startFakeService(
  routes: Readonly<Record<string, FakeRoute>>,
  kept = new Map<string, KeptMemory>(),
): Promise<FakeService> {
  const keys: unknown[] = []
  let failure: { readonly status: number; readonly body: string } | undefined
  const server = createServer(async (request, response) => {
    keys.push(request.headers.authorization ?? request.headers['x-api-key'])
    const body: unknown = JSON.parse((await textOf(request)) || '{}')
    const answer = failure ? undefined : route(request, Object(body))
    const status = failure?.status ?? (answer === undefined ? 404 : 200)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(failure?.body ?? JSON.stringify(answer ?? { message: 'not found' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  function route({ method, url = '/', headers }: IncomingMessage, body: Record<string, unknown>): unknown {
    const { pathname } = new URL(url, 'http://localhost')
    for (const [pattern, answer] of Object.entries(routes)) {
      const path = match(pattern, `${method} ${pathname}`)
      if (path) return answer({ path, headers, body, kept })
    }
    return undefined
  }

  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    keys,
    failWith(status, body = JSON.stringify({ message: 'out of order' })) {
      failure = { status, body }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Memories of an owner with a word of the query. */
export function search(kept: ReadonlyMap<string, KeptMemory>, owner: unknown, query: unknown): readonly KeptMemory[] {
  const words = wordsOf(String(query))
  return [...kept.values()].filter(
    (each) => each.owner === owner && wordsOf(each.text).some((word) => words.includes(word)),
  )
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}{3,}/gu) ?? []
}

function match(pattern: string, target: string): Readonly<Record<string, string>> | undefined {
  const parts = pattern.split('/')
  const given = target.split('/')
  if (parts.length !== given.length) return undefined
  const named: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':')) named[part.slice(1)] = decodeURIComponent(value)
    else if (part !== value) return undefined
  }
  return named
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

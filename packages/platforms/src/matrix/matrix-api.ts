import { type CallOptions, PlatformError } from '@hermes/core/platform'
import * as z from 'zod'
import { wasNeverSent } from '../shared/was-never-sent.js'
import type { MatrixOptions } from './matrix-options.js'
import { toPlatformError } from './to-platform-error.js'

export interface MatrixCall<Answer> extends CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT'
  /** The path. The caller encodes ids in it. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: object
  readonly answer: z.ZodType<Answer>
  /** Whether a lost answer leaves it open whether the call had an effect. Default `false`. */
  readonly hasEffect?: boolean
}

/** The client-server API of a homeserver. Failures are `PlatformError`s; an aborted call rejects with the reason of its signal. */
export interface MatrixApi {
  call<Answer>(call: MatrixCall<Answer>): Promise<Answer>
  upload(content: Uint8Array, mediaType: string, name: string, options: CallOptions): Promise<string>
  /** Downloads a file. @throws {PlatformError} `too-long` above `maxBytes`, `gone` when the server no longer has it. */
  download(uri: string, maxBytes: number, options: CallOptions): Promise<Uint8Array>
}

const uploaded = z.object({ content_uri: z.string() })

export function openMatrixApi(options: MatrixOptions, request: typeof fetch): MatrixApi {
  const root = options.homeserver.replace(/\/$/, '')
  const authorization = `Bearer ${options.access_token}`

  async function send(url: URL, init: RequestInit & CallOptions, hasEffect: boolean): Promise<Response> {
    const { signal } = init
    signal.throwIfAborted()
    try {
      const headers = { authorization, ...init.headers }
      const response = await request(url, { ...init, headers, redirect: 'error' })
      if (response.ok) return response
      throw await toPlatformError(response)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw PlatformError.is(error) ? error : unreachable(error, hasEffect)
    }
  }

  return {
    async call({ method = 'GET', path, query = {}, body, answer, hasEffect = false, signal }) {
      const url = new URL(`${root}/_matrix/${path}`)
      for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
      const content = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      const response = await send(url, { method, signal, ...content }, hasEffect)
      const parsed = answer.safeParse(await readJson(response, signal, hasEffect))
      if (parsed.success) return parsed.data
      throw new PlatformError('transient', `The homeserver gave an answer to ${method} ${path} that is not Matrix.`, {
        cause: parsed.error,
      })
    },

    async upload(content, mediaType, name, { signal }) {
      const url = new URL(`${root}/_matrix/media/v3/upload`)
      url.searchParams.set('filename', name)
      const init = { method: 'POST', body: content, headers: { 'content-type': mediaType }, signal }
      return uploaded.parse(await readJson(await send(url, init, false), signal, false)).content_uri
    },

    async download(uri, maxBytes, { signal }) {
      const [, server = '', id = ''] = /^mxc:\/\/([^/]+)\/([\w-]+)$/.exec(uri) ?? []
      if (id === '') throw new PlatformError('gone', 'The attachment has no address on the homeserver.')
      const place = `${encodeURIComponent(server)}/${id}`
      const current = new URL(`${root}/_matrix/client/v1/media/download/${place}`)
      const response = await send(current, { signal }, false)
      return readLimited(response, maxBytes, signal)
    },
  }
}

async function readJson(response: Response, signal: AbortSignal, hasEffect: boolean): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw unreachable(error, hasEffect)
  }
}

async function readLimited(response: Response, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  const tooLong = new PlatformError('too-long', `The file is larger than ${Math.round(maxBytes / 2 ** 20)} MiB.`)
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) throw tooLong
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    signal.throwIfAborted()
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLong
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

function unreachable(error: unknown, hasEffect: boolean): PlatformError {
  if (hasEffect && !wasNeverSent(error)) {
    return new PlatformError('unknown-outcome', 'The connection to the homeserver broke before it answered.', {
      cause: error,
    })
  }
  return new PlatformError('transient', 'The homeserver could not be reached.', { cause: error })
}

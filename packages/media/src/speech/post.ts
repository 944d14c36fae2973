import { describeError } from '@hermes/core'
import { speechError } from './speech-error.js'
import type { SpeechService } from './speech-service.js'

export interface PostOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body: FormData | string
  readonly signal: AbortSignal
}

/** Maximum size of an answer in bytes, enough for an hour of speech. */
const mostBytes = 32 * 2 ** 20

/**
 * Sends a request to a path of a service and reads the answer.
 * @throws {HermesError} `speech/failed`, with the error message of the service.
 */
export async function post(service: SpeechService, path: string, options: PostOptions): Promise<Uint8Array> {
  const { name, baseUrl, fetch, timeoutMs } = service
  const { body, headers = {}, signal } = options
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { ...(typeof body === 'string' && { 'Content-Type': 'application/json' }), ...headers },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const content = await readAll(response)
    if (response.ok) return content
    throw speechError(refusalOf(name, response.status, Buffer.from(content).toString()))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw speechError(`${name} did not answer within ${timeoutMs / 1000} s.`, error)
    if (error instanceof TypeError) throw speechError(`${name} cannot be reached: ${describeError(error)}`, error)
    throw error
  }
}

async function readAll(response: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    if (bytes > mostBytes) throw speechError(`The answer is larger than ${mostBytes / 2 ** 20} MB.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const longestReason = 300

function refusalOf(name: string, status: number, text: string): string {
  if (status === 401 || status === 403) return `${name} refuses the key (status ${status}): check it.`
  const reason = text.replace(/\s+/g, ' ').trim().slice(0, longestReason)
  return `${name} answered with the status ${status}${reason === '' ? '.' : `: ${reason}`}`
}

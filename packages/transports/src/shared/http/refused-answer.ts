import type { HeaderReader, HttpBody, HttpResponse } from './http-client.js'

/** An error for a response whose status is not 2xx. */
export class RefusedAnswer extends Error {
  readonly status: number
  readonly headers: HeaderReader
  /** Body as text. */
  readonly error: string

  constructor({ status, headers }: HttpResponse, text: string) {
    super(`Status ${status}`)
    this.status = status
    this.headers = headers
    this.error = text
  }
}

/** @throws {RefusedAnswer} when the status is not 2xx. */
export async function accepted(response: HttpResponse): Promise<HttpResponse> {
  if (response.status >= 200 && response.status <= 299) return response
  throw new RefusedAnswer(response, await readText(response.body))
}

/** Maximum number of bytes read from an error body. */
const longestText = 1024 * 1024

/** Reads the first 1 MiB of a body as text. If the connection breaks, returns what has arrived. */
export async function readText(body: HttpBody): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for (let length = 0; length < longestText; ) {
    const bytes = await body.read().catch(() => undefined)
    if (!bytes) return text
    length += bytes.length
    text += decoder.decode(bytes, { stream: true })
  }
  body.close()
  return text
}

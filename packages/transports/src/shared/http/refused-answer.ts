import type { HeaderReader, HttpBody, HttpResponse } from './http-client.js'

/** An answer whose status is not 2xx. */
export class RefusedAnswer extends Error {
  readonly status: number
  readonly headers: HeaderReader
  /** The body as text. */
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

/** What a server has to say about an error is short. In bytes. */
const longestText = 1024 * 1024

/** The beginning of a body, where it is long; what came, where it breaks off. */
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

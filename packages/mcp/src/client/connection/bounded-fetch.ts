import { longestMessage } from './process-transport.js'

type Fetch = typeof globalThis.fetch

/**
 * Limits the size of messages in responses. A stream of events may continue forever, so its limit applies to each
 * event. A response with a larger message breaks off with an error.
 */
export function boundedFetch(fetch: Fetch, limit = longestMessage): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!response.body) return response
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
    const body = response.body.pipeThrough(limitOf(limit, isStream))
    const { status, statusText, headers } = response
    const bounded = new Response(body, { status, statusText, headers })
    // Redirects are judged by this URL, which a constructed response does not have.
    Object.defineProperty(bounded, 'url', { value: response.url })
    return bounded
  }
}

function limitOf(limit: number, isStream: boolean): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let size = 0
  return new TransformStream({
    transform(chunk, controller) {
      const end = isStream ? endOfEvent(chunk) : -1
      size = end === -1 ? size + chunk.length : chunk.length - end
      if (size > limit) controller.error(new Error(`The server sent a message of more than ${limit} bytes.`))
      else controller.enqueue(chunk)
    },
  })
}

const newline = 10
const carriageReturn = 13

/** Returns the index after the last empty line of a chunk, or -1 if there is none. */
function endOfEvent(chunk: Uint8Array): number {
  for (let end = chunk.lastIndexOf(newline); end > 0; end = chunk.lastIndexOf(newline, end - 1)) {
    const before = chunk[end - 1] === carriageReturn ? end - 2 : end - 1
    if (before < 0 || chunk[before] === newline || chunk[before] === carriageReturn) return end + 1
  }
  return -1
}

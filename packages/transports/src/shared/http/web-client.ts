import { joined } from '../utf8.js'
import type { HttpBody, RequestBody, Send } from './http-client.js'
import { trailingLimitMs } from './http-client.js'

/** Makes requests with a `fetch` of the caller's own. */
export function createWebSend(fetch: typeof globalThis.fetch): Send {
  return async ({ url, headers, body, signal }) => {
    signal.throwIfAborted()
    // A redirect would carry the key and the conversation to wherever it points.
    const init = { method: 'POST', headers, body: toBodyInit(body), signal, redirect: 'manual' } as const
    const response = await beforeAbort(fetch(url, init), signal)
    return { status: response.status, headers: response.headers, body: createWebBody(response.body, signal) }
  }
}

/** A caller that replaces `fetch` to inspect requests must be able to read them. */
function toBodyInit(body: RequestBody): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  return new TextDecoder().decode(joined(body))
}

function createWebBody(stream: ReadableStream<Uint8Array> | null, signal: AbortSignal): HttpBody {
  const reader = stream?.getReader()

  function close(): void {
    // A body that has failed already rejects here with the error that `read` reported.
    reader?.cancel().catch(() => undefined)
  }

  async function drain(from: ReadableStreamDefaultReader): Promise<void> {
    const timer = setTimeout(close, trailingLimitMs)
    // Only Node keeps a process alive for it.
    if (typeof timer === 'object') timer.unref()
    try {
      while (!(await from.read()).done);
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async read() {
      signal.throwIfAborted()
      if (!reader) return undefined
      const { done, value } = await beforeAbort(reader.read(), signal)
      return done ? undefined : value
    },
    release: () => reader && void drain(reader).catch(() => undefined),
    close,
  }
}

/** Waits for what may not know of the signal, but not past an abort. */
async function beforeAbort<Value>(step: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([step, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

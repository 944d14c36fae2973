import { joined } from '../utf8.js'
import type { HttpBody, RequestBody, Send } from './http-client.js'
import { trailingLimitMs } from './http-client.js'

/** Creates a function that sends requests with the caller's `fetch`. */
export function createWebSend(fetch: typeof globalThis.fetch): Send {
  return async ({ url, headers, body, signal }) => {
    signal.throwIfAborted()
    // Following a redirect would send the key and the conversation to its target.
    const init = { method: 'POST', headers, body: toBodyInit(body), signal, redirect: 'manual' } as const
    const response = await beforeAbort(fetch(url, init), signal)
    return { status: response.status, headers: response.headers, body: createWebBody(response.body, signal) }
  }
}

/** Joins chunks into a string, so that a custom `fetch` can inspect the body. */
function toBodyInit(body: RequestBody): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  return new TextDecoder().decode(joined(body))
}

function createWebBody(stream: ReadableStream<Uint8Array> | null, signal: AbortSignal): HttpBody {
  const reader = stream?.getReader()

  function close(): void {
    // If the body has already failed, `cancel` rejects with the error that `read` reported.
    reader?.cancel().catch(() => undefined)
  }

  async function drain(from: ReadableStreamDefaultReader): Promise<void> {
    const timer = setTimeout(close, trailingLimitMs)
    // In Node.js, the timer would keep the process alive.
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

/** Rejects when the signal is aborted, even if `step` ignores it. */
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

import type { Readable } from 'node:stream'
import { type HttpBody, trailingLimitMs } from './http-client.js'

/** A body that ends when its call is aborted. */
export interface AbortableBody extends HttpBody {
  abort(reason: unknown): void
}

/** Number of buffered bytes above which the source is paused until they are read. */
const mostQueued = 1024 * 1024

/**
 * @param source The response stream, decompressed.
 * @param hangUp Closes the connection.
 * @param onEnd Called once, when no more data will arrive.
 */
export function createNodeBody(source: Readable, hangUp: () => void, onEnd: () => void): AbortableBody {
  let queue: Uint8Array[] = []
  let queued = 0
  let end: { readonly error?: unknown } | undefined
  let reader: PromiseWithResolvers<Uint8Array | undefined> | undefined

  function settle(result: { readonly error?: unknown }): void {
    if (end) return
    end = result
    onEnd()
    if (!reader) return
    if ('error' in result) reader.reject(result.error)
    else reader.resolve(undefined)
    reader = undefined
  }

  function take(bytes: Uint8Array): void {
    if (end) return
    if (reader) {
      reader.resolve(bytes)
      reader = undefined
      return
    }
    queue.push(bytes)
    queued += bytes.length
    if (queued > mostQueued) source.pause()
  }

  source.on('data', take)
  source.on('end', () => settle({}))
  source.on('error', (error) => settle({ error }))
  source.on('close', () => {
    if (!end) settle({ error: brokenOff() })
  })

  function close(): void {
    settle({})
    hangUp()
  }

  return {
    read() {
      const bytes = queue.shift()
      if (bytes) {
        queued -= bytes.length
        if (source.isPaused()) source.resume()
        return Promise.resolve(bytes)
      }
      if (end) return 'error' in end ? Promise.reject(end.error) : Promise.resolve(undefined)
      reader = Promise.withResolvers()
      return reader.promise
    },
    release() {
      queue = []
      if (end) return
      const timer = setTimeout(close, trailingLimitMs)
      timer.unref()
      source.off('data', take)
      source.once('close', () => clearTimeout(timer))
      source.resume()
    },
    close,
    abort(reason) {
      queue = []
      settle({ error: reason })
      hangUp()
    },
  }
}

/** Creates an error with the code that Node.js uses for this. */
function brokenOff(): Error {
  return Object.assign(new Error('The connection was closed before the answer was complete.'), { code: 'ECONNRESET' })
}

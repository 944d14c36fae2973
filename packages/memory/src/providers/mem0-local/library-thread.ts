import { Worker } from 'node:worker_threads'
import { describeError } from '@hermes/core'
import { sourceFlags } from '@hermes/safety/worker'
import { MemoryError } from '../../files/memory-error.js'
import { libraryProgram } from './library-program.js'
import type { FromThread, LibraryCall, LibraryQuestion, LibraryStart, Reply, ToThread } from './messages.js'

/**
 * The library in a separate thread, because it prints, reads variables, and reports its use unless a variable forbids
 * it.
 */
export interface LibraryThread extends AsyncDisposable {
  /**
   * Calls the library. Rejects with `signal.reason` after an abort; the library may still finish. @throws {MemoryError}
   * `memory/service`.
   */
  call(call: LibraryCall, options: { readonly signal: AbortSignal }): Promise<unknown>
}

/** Answers a question that the library asks during a call. */
export type AnswerQuestion = (question: LibraryQuestion, signal: AbortSignal) => Promise<unknown>

interface OpenCall {
  readonly signal: AbortSignal
  readonly reply: PromiseWithResolvers<unknown>
}

/** Starts the thread with its first call. It does not keep the process running by itself. */
export function createLibraryThread(start: LibraryStart, answer: AnswerQuestion): LibraryThread {
  const calls = new Map<number, OpenCall>()
  let lastCall = 0
  let worker: Worker | undefined

  function opened(): Worker {
    if (worker) return worker
    const { url, workerData } = libraryProgram
    const started = new Worker(url, {
      workerData: { ...Object(workerData), data: start },
      execArgv: sourceFlags(url),
      env: { MEM0_TELEMETRY: 'false', MEM0_DIR: start.folder },
      stdout: true,
      stderr: true,
    })
    const end = (error?: unknown) => {
      if (worker === started) worker = undefined
      for (const { reply } of calls.values())
        reply.reject(failure(error ? describeError(error) : 'its thread ended', error))
    }
    started.on('message', (message: FromThread) => void receive(started, message))
    started.once('error', end)
    started.once('exit', () => end())
    // Its output is drained so that the thread does not block.
    started.stdout.resume()
    started.stderr.resume()
    started.unref()
    worker = started
    return started
  }

  async function receive(from: Worker, message: FromThread): Promise<void> {
    if (message.type === 'reply') {
      const { reply } = message
      if ('error' in reply) calls.get(message.id)?.reply.reject(failure(reply.error))
      else calls.get(message.id)?.reply.resolve(reply.value)
      return
    }
    const { signal = AbortSignal.abort(new Error('The call has ended.')) } = calls.get(message.call) ?? {}
    from.postMessage({
      type: 'reply',
      id: message.id,
      reply: await replyTo(message.question, signal),
    } satisfies ToThread)
  }

  async function replyTo(question: LibraryQuestion, signal: AbortSignal): Promise<Reply> {
    try {
      signal.throwIfAborted()
      return { value: await answer(question, signal) }
    } catch (error) {
      return { error: describeError(error) }
    }
  }

  return {
    async call(call, { signal }) {
      signal.throwIfAborted()
      lastCall += 1
      const id = lastCall
      const reply = Promise.withResolvers<unknown>()
      calls.set(id, { signal, reply })
      const abort = () => reply.reject(signal.reason)
      signal.addEventListener('abort', abort)
      const thread = opened()
      thread.ref()
      thread.postMessage({ type: 'call', id, call } satisfies ToThread)
      try {
        return await reply.promise
      } finally {
        signal.removeEventListener('abort', abort)
        calls.delete(id)
        if (calls.size === 0) thread.unref()
      }
    },
    async [Symbol.asyncDispose]() {
      await worker?.terminate()
    },
  }
}

function failure(reason: string, cause?: unknown): MemoryError {
  return new MemoryError('memory/service', `Mem0 failed: ${reason}`, cause === undefined ? {} : { cause })
}

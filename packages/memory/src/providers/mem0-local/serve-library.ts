import { AsyncLocalStorage } from 'node:async_hooks'
import { pathToFileURL } from 'node:url'
import { describeError } from '@hermes/core'
import type { ThreadPort } from '@hermes/safety/worker'
import * as z from 'zod'
import type { FromThread, LibraryCall, LibraryQuestion, Reply, ToThread } from './messages.js'
import { type Library, type LibraryModels, openLibrary } from './open-library.js'

const startSchema = z.object({ module: z.string(), folder: z.string(), dimensions: z.number() })

/** A call in progress. */
interface OpenCall {
  readonly id: number
  /**
   * The first error of a question. Without it, the library would continue without the answer and lose what it was meant
   * to store.
   */
  failure?: Error
}

/** Performs the calls of the parent with the library. The models are those of the parent. */
export function serveLibrary(port: ThreadPort, data: unknown): void {
  const { module, ...settings } = startSchema.parse(data)
  const calls = new AsyncLocalStorage<OpenCall>()
  const questions = new Map<number, PromiseWithResolvers<unknown>>()
  const post = (message: FromThread) => port.postMessage(message)
  let lastQuestion = 0
  let library: Promise<Library> | undefined

  async function ask(question: LibraryQuestion): Promise<unknown> {
    const call = calls.getStore()
    if (!call) throw new Error('The library asks for a model without a call.')
    lastQuestion += 1
    const waiting = Promise.withResolvers<unknown>()
    questions.set(lastQuestion, waiting)
    post({ type: 'question', id: lastQuestion, call: call.id, question })
    try {
      return await waiting.promise
    } catch (error) {
      call.failure ??= error instanceof Error ? error : new Error(String(error))
      throw error
    }
  }

  const models: LibraryModels = {
    vectors: async (texts) => z.array(z.array(z.number())).parse(await ask({ ask: 'vectors', texts })),
    text: async (system, user) => z.string().parse(await ask({ ask: 'text', system, user })),
  }

  async function work(id: number, call: LibraryCall): Promise<Reply> {
    const open: OpenCall = { id }
    try {
      library ??= openLibrary(pathToFileURL(module).href, settings, models)
      const opened = await library
      const value = await calls.run(open, () => opened(call))
      if (open.failure) throw open.failure
      return { value }
    } catch (error) {
      return { error: describeError(open.failure ?? error) }
    }
  }

  port.on('message', async (message: ToThread) => {
    if (message.type === 'call') {
      post({ type: 'reply', id: message.id, reply: await work(message.id, message.call) })
      return
    }
    const { id, reply } = message
    const waiting = questions.get(id)
    questions.delete(id)
    if ('error' in reply) waiting?.reject(new Error(reply.error))
    else waiting?.resolve(reply.value)
  })
}

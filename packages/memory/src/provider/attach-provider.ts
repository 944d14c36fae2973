import { describeError, type Logger, type Message, type SessionId, type SessionStore, textOf } from '@hermes/core'
import type { MemoryOwner, MemoryProvider } from '@hermes/core/extension'
import type { Hooks } from '@hermes/core/hooks'
import { generateSessionId } from '@hermes/core/sessions'
import { untilAborted, withDefaultServices } from '@hermes/core/wiring'
import { addedBy, removedBy } from '../files/memory-change.js'
import type { WrittenMemory } from '../writes/memory-writes.js'
import { createPrefetch, type SpillRecollections } from './prefetch.js'
import type { ProviderNews } from './provider-news.js'
import { createProviderQueue } from './provider-queue.js'

export interface AttachProviderOptions {
  readonly provider: MemoryProvider
  readonly store: SessionStore
  /** How long a turn waits for recollections, in milliseconds. */
  readonly budgetMs: number
  /** Whether this process works on the queue, because it outlives its turns. */
  readonly processesQueue: boolean
  /** Resolves to the person whose memory the conversation uses, or `undefined` for the owner. */
  personOf(sessionId: SessionId, speaker: string | undefined): Promise<string | undefined>
  /** Removes secrets from the text to store. */
  redact(text: string): string
  /** Stores recollections that are too long for a request. Default: they are left out. */
  readonly spill?: SpillRecollections | undefined
  readonly logger: Logger
  /** Returns the time in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
}

/**
 * A provider attached to an agent. Disposing it disposes the provider; what the provider has not received stays in the
 * queue.
 */
export interface AttachedProvider extends AsyncDisposable {
  readonly hooks: Pick<Hooks, 'on_session_start' | 'pre_llm_call' | 'post_llm_call' | 'pre_compress' | 'on_session_end'>
  /** Notifies the provider that a memory file was changed. Returns at once; a failure is logged. */
  memoryWritten(written: WrittenMemory): void
}

const noticeLimitMs = 10_000

/**
 * Attaches a provider to an agent. The provider is asked before each turn, receives each turn, each change of the
 * memory files and the ends of conversations through a queue, and is notified of new sessions and compressions in the
 * background.
 */
export function attachProvider(options: AttachProviderOptions): AttachedProvider {
  const { provider, personOf, redact, logger, now = Date.now } = options
  const prefetch = createPrefetch(options)
  const queue = createProviderQueue(options)
  const lifetime = new AbortController()
  const services = withDefaultServices()
  const putting = new Set<Promise<void>>()

  async function ownerOf(sessionId: SessionId, speaker: string | undefined): Promise<MemoryOwner> {
    const person = await personOf(sessionId, speaker)
    return { sessionId, ...(person !== undefined && { person }) }
  }

  /** Calls the provider in the background. Nothing waits for the call, and a failure is logged. */
  function tell(call: (signal: AbortSignal) => Promise<void> | undefined): void {
    const signal = AbortSignal.any([lifetime.signal, AbortSignal.timeout(noticeLimitMs)])
    untilAborted((async () => call(signal))(), signal).catch((error: unknown) => {
      if (lifetime.signal.aborted) return
      logger.log('warn', `The memory provider "${provider.id}" failed: ${describeError(error)}`)
    })
  }

  /** Queues a notification. Only the end of the process waits for it. */
  function put(news: () => Promise<ProviderNews>): void {
    const current = news()
      .then((made) => queue.put(made))
      .catch((error: unknown) => {
        logger.log('warn', `The memory provider "${provider.id}" is not told of a change: ${describeError(error)}`)
      })
      .finally(() => putting.delete(current))
    putting.add(current)
  }

  return {
    hooks: {
      on_session_start({ sessionId, userId }) {
        tell(async (signal) => provider.switchSession?.(await ownerOf(sessionId, userId), { signal }))
      },
      async pre_llm_call({ sessionId, userId, messages, origins }) {
        queue.start()
        const text = newestInput(messages)
        return text === '' ? undefined : prefetch.recall({ ...(await ownerOf(sessionId, userId)), text }, origins)
      },
      async post_llm_call({ sessionId, userId, messages, outcome }) {
        await queue.put({
          type: 'turn',
          ...(await ownerOf(sessionId, userId)),
          id: generateSessionId(services),
          atMs: now(),
          user: redact(newestInput(messages)),
          assistant: redact(outcome.text),
        })
      },
      pre_compress({ sessionId, userId, snapshot }) {
        tell(async (signal) =>
          provider.beforeCompression?.(
            { ...(await ownerOf(sessionId, userId)), messages: snapshot.messages },
            { signal },
          ),
        )
      },
      on_session_end({ sessionId, userId, reason }) {
        if (reason === 'compression' || !provider.endSession) return
        put(async () => ({ type: 'end', id: generateSessionId(services), ...(await ownerOf(sessionId, userId)) }))
      },
    },
    memoryWritten({ target, person, change }) {
      if (!provider.afterMemoryWrite) return
      const { id, atMs, sessionId, archived } = change
      const added = addedBy(change).map(redact)
      const removed = removedBy(change).filter((entry) => !archived.includes(entry))
      if (added.length + removed.length === 0) return
      const about = { ...(sessionId !== undefined && { sessionId }), ...(person !== undefined && { person }) }
      put(async () => ({ type: 'write', id, atMs, target, added, removed, ...about }))
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(putting)
      lifetime.abort()
      await queue[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]?.()
    },
  }
}

/** Returns the latest text of the person. */
function newestInput(messages: readonly Message[]): string {
  const newest = messages.findLast(({ role }) => role === 'user')
  return textOf(newest?.content ?? '').trim()
}

import type { Conversation, Conversations, SubmissionEnd } from '@hermes/conversations'
import { type Aside, describeAside, type FollowAside, type StoppedAsides } from '@hermes/conversations/commands'
import { describeError, type Logger, type SessionId, type SessionStore, StoreError } from '@hermes/core'
import type { WorkHandler, WorkQueue } from '@hermes/core/queue'
import type { Chats } from '../chats/chats.js'
import { endElsewhere } from '../chats/replies/end-elsewhere.js'
import { stopping } from '../chats/replies/reply-ends.js'
import { isUnfinished } from '../own-work/is-unfinished.js'
import { createOwnWork } from '../own-work/own-work.js'
import { storeFailureOf } from '../own-work/store-failure-of.js'
import { fromPayload, toPayload } from './aside-payload.js'

/** Background sessions (`/bg`, `/review`). A process that finds the sessions of a dead one continues them. */
export interface Asides {
  readonly follow: FollowAside
  /** Stops the asides that a conversation has started and that this process runs. */
  stop(conversation: SessionId, conversations: Conversations): Promise<StoppedAsides>
  /** Reports the ends of this process's asides, and of those that no process follows, until `signal` is aborted. */
  work(services: AsideServices, signal: AbortSignal): Promise<void>
}

export interface AsideServices {
  readonly conversations: Conversations
  readonly store: SessionStore
  readonly chats: Pick<Chats, 'tell'>
  readonly logger: Logger
}

const queueName = 'asides'
const stopped = 'The user stopped it.'

export function createAsides(queue: WorkQueue): Asides {
  const work = createOwnWork(queue, queueName)
  /** Asides that this process has started, by the id of their session. */
  const here = new Map<string, Promise<SubmissionEnd>>()
  return {
    async follow(aside, ended) {
      here.set(aside.id, ended)
      await work.put(aside.id, toPayload(aside))
    },
    async stop(conversation, conversations) {
      const items = await queue.list({ queue: queueName })
      const running = items.flatMap(({ status, payload }) => {
        const aside = status === 'dead' ? undefined : fromPayload(payload)
        return aside?.conversation === conversation ? [aside] : []
      })
      const stopped = await Promise.all(running.map((aside) => stopAside(aside, conversations)))
      const ended = stopped.filter((isEnded) => isEnded).length
      return { ended, left: stopped.length - ended }
    },
    async work(services, signal) {
      const { conversations, logger } = services
      const handle: WorkHandler = async ({ id, payload }, claim) => {
        const aside = fromPayload(payload)
        if (!aside) return logger.log('error', 'A background session was stored by another version.', { id })
        const end = await (here.get(id) ?? endOfOther(aside, services, AbortSignal.any([claim.signal, signal])))
        if (end && isUnfinished(end, conversations)) throw stopping()
        const failure = end && storeFailureOf(end)
        if (failure) {
          here.delete(aside.id)
          throw failure
        }
        if (end) await tell(aside, describeAside(aside, end), services)
        here.delete(id)
      }
      await work.work(handle, signal).catch((error: unknown) => {
        logger.log('error', `Ends of background sessions are not told any more: ${describeError(error)}`)
      })
    },
  }
}

/** @returns `false` if another process runs the aside. */
async function stopAside({ id, inputId }: Aside, conversations: Conversations): Promise<boolean> {
  const conversation = await openStored(id, conversations)
  if (!conversation) return true
  if (conversation.state.activity === 'idle')
    return (await conversation.submissionOf(inputId)?.cancel(stopped)) ?? false
  conversation.interrupt(stopped)
  return true
}

async function tell(aside: Aside, text: string, { chats, conversations }: AsideServices): Promise<void> {
  const { conversation: id } = aside
  // A chat always gets the result. Other surfaces get it only while they watch.
  if (await chats.tell({ id, text }, `aside ${aside.id}`)) return
  const conversation = await openStored(id, conversations)
  conversation?.notify({ code: 'background-ended', text })
}

/** Returns `undefined` if the session was deleted. */
async function endOfOther(
  { id, inputId, from }: Aside,
  { conversations, store }: AsideServices,
  signal: AbortSignal,
): Promise<SubmissionEnd | undefined> {
  const conversation = await openStored(id, conversations)
  if (!conversation) return undefined
  const live = { follow: () => undefined }
  return endElsewhere(inputId, { conversations, store, conversation, from, live, signal })
}

async function openStored(id: SessionId, conversations: Conversations): Promise<Conversation | undefined> {
  try {
    return await conversations.open({ id })
  } catch (error) {
    if (StoreError.is(error) && error.kind === 'not-found') return undefined
    throw error
  }
}

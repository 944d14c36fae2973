import type { Conversation, ConversationKey, Conversations, Sender } from '@hermes/conversations'
import { type SessionId, type SessionStore, StoreError } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import { rootOf, type ValueTable } from '@hermes/core/sessions'
import { createConversationHomes } from '@hermes/platforms/messages'
import { english } from '@hermes/safety/language'
import { type Job, type JobBook, payerOf, type RunJob } from '@hermes/scheduler'
import { repliesQueue } from '../chats/network/queues.js'
import { type Access, ownerId } from '../chats/people/access.js'
import { busy, outcomeOfEnd } from './outcome-of-end.js'

export interface EnterConversationOptions extends Pick<Access, 'roleOf'> {
  readonly conversations: Conversations
  readonly store: SessionStore
  readonly values: ValueTable
  readonly queue: Pick<WorkQueue, 'list'>
  readonly book: Pick<JobBook, 'pause'>
}

/**
 * Runs a job as a message of its conversation, if nothing runs or waits there. The scheduler delivers the answer. A job is paused once its chat
 * has another conversation.
 */
export function createEnterConversation(options: EnterConversationOptions): RunJob {
  const { conversations, store, values, queue, book, roleOf } = options
  const homes = createConversationHomes(values)

  /** Returns `undefined` if the conversation was deleted or its chat has another one. */
  async function open(id: SessionId, key: ConversationKey): Promise<Conversation | undefined> {
    const current = await conversations.idOf(key)
    const record = current === undefined ? undefined : await store.sessions.get(current)
    if (!record || (await rootOf(store, record)).id !== id) return undefined
    return conversations.open({ id }).catch((error: unknown) => {
      if (StoreError.is(error) && error.kind === 'not-found') return undefined
      throw error
    })
  }

  /** Whether messages of the chat wait for their answers, including those that another process gives. */
  async function isAwaited(key: ConversationKey): Promise<boolean> {
    const owed = await queue.list({ queue: repliesQueue, lane: key })
    return owed.some(({ status }) => status !== 'dead')
  }

  /** Returns the job's person as the sender, with their current role. */
  async function senderOf(job: Job): Promise<Sender> {
    const id = payerOf(job) ?? ownerId
    const role = await roleOf(id)
    return {
      person: { id, role: role === 'owner' || role === 'admin' ? 'admin' : 'user' },
      surface: { kind: 'schedule' },
    }
  }

  return async ({ id, job }, { signal }) => {
    const { enters } = job
    const key = enters === undefined ? undefined : (await homes.of(enters))?.key
    const conversation = enters === undefined || key === undefined ? undefined : await open(enters, key)
    if (key === undefined || !conversation) {
      const reason = english`Its chat has another conversation now.`
      await book.pause(job.id, reason)
      return { status: 'skipped', reason }
    }
    if (await isAwaited(key)) return busy
    const input = { content: contentOf(job), id, as: 'message', whenBusy: 'refuse' } as const
    const submission = conversation.submit(input, await senderOf(job))
    const cancel = () => void submission.cancel('Another process has its firing.')
    signal.addEventListener('abort', cancel, { once: true })
    const end = await submission.ended
    signal.removeEventListener('abort', cancel)
    return outcomeOfEnd(end, conversation.id, conversations.isClosing)
  }
}

function contentOf({ text, task: { prompt = '' } }: Job): string {
  const note = `[Heartbeat, ${text}: no one has written this now. If there is nothing to report, answer only [SILENT].]`
  return `${note}\n\n${prompt}`
}

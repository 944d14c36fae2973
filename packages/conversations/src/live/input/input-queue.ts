import { describeError, type Logger, type SessionId, StoreError } from '@hermes/core'
import type { Claim, WorkItem, WorkQueue } from '@hermes/core/queue'
import { fromPayload, toPayload } from './input-payload.js'
import type { InputClaim, InputHandler, Inputs } from './inputs.js'

export interface InputQueueOptions {
  readonly queue: WorkQueue
  /** Whether the queue belongs to the store, and lives as long as the stored data. */
  readonly isDurable: boolean
  readonly logger: Logger
  /** Creates ids that are unique across all processes. */
  readonly newId: () => string
}

/** The inputs of all conversations in the work queue of their store. Each process only handles its own conversations. */
export interface InputQueue {
  of(conversation: SessionId): Inputs
  /** Conversations with queued inputs, of this process or others. */
  conversations(): Promise<readonly SessionId[]>
  /**
   * Returns inputs that have not started to the queue, and accepts no more. Resolves when the queue has recorded all
   * ended inputs.
   */
  stop(): Promise<void>
}

const queueName = 'inputs'
/** The lanes of ids that are reserved without a queued input. */
const idLane = 'id of '
const retry = {
  attempts: 5,
  // A quick retry does not fix invalid settings.
  isWorthRetrying: (error: unknown) => StoreError.is(error),
}
/** How long an idle worker stays, because starting one makes the store recover the items of dead processes. */
const lingerMs = 5_000

type Handle = (item: WorkItem, claim: Claim) => Promise<void>

export function createInputQueue({ queue, isDurable, logger, newId }: InputQueueOptions): InputQueue {
  const lanes = new Map<string, Handle>()
  const working = new Set<Promise<void>>()
  let worker: AbortController | undefined
  let lingering: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  async function handle(item: WorkItem, claim: Claim): Promise<void> {
    const found = lanes.get(item.lane)
    if (!found) throw new StoreError('unavailable', 'The conversation was closed in this process.')
    await found(item, claim)
  }

  function begin(): void {
    const controller = new AbortController()
    worker = controller
    const { signal } = controller
    const work = queue
      .work(queueName, handle, { signal, retry, lanes: () => [...lanes.keys()], concurrency: Number.MAX_SAFE_INTEGER })
      .catch((error: unknown) => {
        if (worker === controller) worker = undefined
        if (!signal.aborted) logger.log('error', `Queued inputs cannot be worked on: ${describeError(error)}`)
      })
      .finally(() => working.delete(work))
    working.add(work)
  }

  /** Enters a lane. `isOld`: the lane may contain inputs that the worker does not know. */
  function enter(lane: string, handle: Handle, isOld: boolean): void {
    clearTimeout(lingering)
    lanes.set(lane, handle)
    if (isStopped) return
    if (isOld) worker?.abort()
    if (isOld || !worker) begin()
  }

  function leave(lane: string): void {
    lanes.delete(lane)
    if (lanes.size > 0) return
    clearTimeout(lingering)
    lingering = setTimeout(end, lingerMs)
  }

  function end(): void {
    clearTimeout(lingering)
    worker?.abort()
    worker = undefined
  }

  async function list(lane: string) {
    const records = await queue.list({ queue: queueName, lane })
    return records.filter(({ status }) => status !== 'dead').flatMap(({ payload }) => fromPayload(payload) ?? [])
  }

  async function takeId(conversation: SessionId, id: string): Promise<boolean> {
    // The id itself is left to a message that the command becomes.
    const name = nameOf(conversation, `command ${id}`)
    // No other process handles this lane, even if it tries the same id.
    const lane = idLane + newId()
    const { promise: handled, resolve } = Promise.withResolvers<void>()
    enter(lane, async () => resolve(), false)
    try {
      const isNew = await queue.put({ queue: queueName, lane, id: name, payload: null })
      if (isNew && !isStopped) await handled
      return isNew
    } finally {
      leave(lane)
    }
  }

  return {
    of: (conversation) => ({
      isDurable,
      async put(kept, options) {
        const id = nameOf(conversation, kept.input.id)
        const isNew = await queue.put({ queue: queueName, lane: conversation, id, payload: toPayload(kept) }, options)
        // A sender that submits an input again has received no answer, for example because the store was unavailable for too
        // long.
        return isNew || queue.replay({ queue: queueName, id })
      },
      unput: (id) => ({ queue: queueName, lane: conversation, id: nameOf(conversation, id) }),
      list: () => list(conversation),
      remove: (id) => queue.remove({ queue: queueName, id: nameOf(conversation, id) }),
      work(handle, { signal, hasOld }) {
        const own: Handle = (item, { item: settles, signal }) =>
          handOut(handle, item, { signal, ...(isDurable && { settles }) })
        enter(conversation, own, hasOld)
        signal.addEventListener('abort', () => {
          if (lanes.get(conversation) === own) leave(conversation)
        })
      },
      takeId: (id) => takeId(conversation, id),
    }),
    async conversations() {
      const records = await queue.list({ queue: queueName })
      const waiting = records.filter(({ lane, status }) => status !== 'dead' && !lane.startsWith(idLane))
      return [...new Set(waiting.map(({ lane }) => lane))]
    },
    async stop() {
      isStopped = true
      end()
      await Promise.all(working)
    },
  }
}

async function handOut(handle: InputHandler, item: WorkItem, claim: Pick<InputClaim, 'settles' | 'signal'>) {
  const kept = fromPayload(item.payload)
  if (!kept)
    throw new StoreError('corrupt', `The queued input "${item.id}" cannot be read: it was written by another version.`)
  const { seed } = kept
  await handle(kept, { ...claim, isLastAttempt: item.attempt >= retry.attempts, ...(seed && { seed }) })
}

/** Returns the name of an item. Ids are only unique within a conversation. */
function nameOf(conversation: SessionId, id: string): string {
  return JSON.stringify([conversation, id])
}

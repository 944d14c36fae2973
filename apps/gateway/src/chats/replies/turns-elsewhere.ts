import type { InboundMessage } from '@hermes/core/platform'
import type { QuestionDesk } from '@hermes/core/questions'
import type { WorkItem, WorkQueue } from '@hermes/core/queue'
import { watchOrphanLanes } from '../../own-work/orphan-lanes.js'
import { isCommand, keyOf } from '../network/chat-origin.js'
import { toPayload } from '../network/payload.js'
import { repliesQueue, turnsQueue } from '../network/queues.js'
import type { Place } from './places.js'
import { answerByText } from './questions/questions.js'
import type { Replies } from './replies-options.js'

/** Brings commands and messages to the process that runs the turn of their conversation: only there can they stop or steer it. */
export interface TurnsElsewhere {
  /** Stores a message for the other process. @returns `false` when the turn runs here, or none does. */
  pass(id: string, event: InboundMessage, place: Place): Promise<boolean>
  /** Takes messages for the turns of this process, and those that no process took, until `signal` is aborted. */
  work(signal: AbortSignal): Promise<void>
}

export interface TurnsElsewhereOptions {
  readonly queue: WorkQueue
  readonly questions: QuestionDesk
  readonly replies: Replies
}

const retry = { attempts: 1000, maxDelayMs: 60_000 }

export function createTurnsElsewhere(options: TurnsElsewhereOptions): TurnsElsewhere {
  const { queue, questions, replies } = options

  async function handle(item: WorkItem): Promise<void> {
    const found = await replies.placeOf(item)
    if (!found) return
    const { event, place } = found
    const answering = { desk: questions, conversation: place.conversation, by: place.network.name }
    if (!(await answerByText(event.text, answering))) await replies.owe(item.id, event, place)
  }

  return {
    async pass(id, event, { network, whenBusy, overheard }) {
      const lane = keyOf(event, network)
      if (whenBusy === 'queue' && !isCommand(event)) return false
      const runsHere = replies.runsHere(lane)
      const [earlier, running] = await Promise.all([
        // They come first, also when this process has taken the lane over meanwhile.
        queue.list({ queue: turnsQueue, lane, limit: 1 }),
        runsHere ? [] : queue.list({ queue: repliesQueue, lane, status: 'claimed', limit: 1 }),
      ])
      if (earlier.length === 0 && running.length === 0) return false
      const payload = toPayload({ network: network.name, event, ...(overheard !== undefined && { overheard }) })
      await queue.put({ queue: turnsQueue, lane, id, payload })
      return true
    },
    async work(signal) {
      using orphans = watchOrphanLanes({ queue, name: turnsQueue })
      const lanes = () => [...replies.lanesHere, ...orphans.lanes]
      await queue.work(turnsQueue, handle, { signal, retry, lanes, concurrency: Number.MAX_SAFE_INTEGER })
    },
  }
}

import { createHash } from 'node:crypto'
import type { Conversations } from '@hermes/conversations'
import { describeError, type Logger, type SessionId } from '@hermes/core'
import type { InboundMessage } from '@hermes/core/platform'
import type { WorkQueue } from '@hermes/core/queue'
import type { ValueTable } from '@hermes/core/sessions'
import type { ProcessWake, SessionProcesses, WakeAnswer } from '@hermes/runtime'
import type { ChatNetwork, ChatNetworks } from '../network/chat-network.js'
import { keyOf } from '../network/chat-origin.js'
import { toPayload } from '../network/payload.js'
import { inboxQueue, repliesQueue } from '../network/queues.js'
import { laneOf } from '../outbox/lane-of.js'
import type { AnswersHere } from '../replies/answers-here.js'
import { createProcessStarters } from './process-starters.js'

export interface WakeChatsOptions {
  readonly processes: Pick<SessionProcesses, 'onStart' | 'onWake' | 'wakeForLost'>
  readonly conversations: Pick<Conversations, 'live'>
  readonly replies: Pick<AnswersHere, 'messageOf'>
  readonly networks: ChatNetworks
  readonly queue: WorkQueue
  readonly values: ValueTable
  readonly logger: Logger
}

/**
 * Lets background processes start turns in the chats that started them from now on, including processes that ended together with an earlier gateway.
 * A turn like this is owed as if the person whose turn started the process had written a message.
 */
export function wakeChats(options: WakeChatsOptions): void {
  const { processes, conversations, replies, networks, queue, values, logger } = options
  const starters = createProcessStarters(values)
  const report = (error: unknown) =>
    logger.log('warn', 'A background process cannot wake its chat.', { error: describeError(error) })

  function messageOfTurn(sessionId: SessionId) {
    const state = conversations.live.find(({ id }) => id === sessionId)?.state
    return state && state.activity !== 'idle' ? replies.messageOf(sessionId, state.turn.id) : undefined
  }

  /** Whether a message of the chat is on its way to its conversation. It comes first. */
  async function isAwaited(event: InboundMessage, { name }: ChatNetwork): Promise<boolean> {
    const lane = laneOf({ network: name, address: event })
    const received = await queue.list({ queue: inboxQueue, lane })
    return received.some(({ status }) => status !== 'dead')
  }

  async function take({ sessionId, processIds, content }: ProcessWake): Promise<WakeAnswer> {
    const starter = await starters.of(sessionId, processIds)
    const network = starter && networks.get(starter.network)
    // Bots already wake each other often enough.
    if (!network || starter.event.sender.isBot) return 'none'
    if (await isAwaited(starter.event, network)) return 'busy'
    const event = { ...starter.event, text: content }
    const payload = toPayload({ network: network.name, event, wakes: sessionId })
    await queue.put({ queue: repliesQueue, lane: keyOf(event, network), id: idOf(sessionId, content), payload })
    return 'taken'
  }

  processes.onStart(({ id, sessionId }) => {
    const starter = messageOfTurn(sessionId)
    if (starter) starters.note(sessionId, id, starter).catch(report)
  })
  processes.onWake(take)
  processes.wakeForLost().catch(report)
}

/** Returns the same id for the same news. */
function idOf(sessionId: SessionId, content: string): string {
  return `wake ${sessionId} ${createHash('sha256').update(content).digest('hex').slice(0, 32)}`
}

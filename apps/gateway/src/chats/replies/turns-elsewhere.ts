import type { ConversationKey } from '@hermes/conversations'
import type { CommandTable } from '@hermes/conversations/commands'
import type { InboundMessage } from '@hermes/core/platform'
import type { QuestionDesk } from '@hermes/core/questions'
import type { WorkHandler, WorkItem, WorkQueue } from '@hermes/core/queue'
import { watchOrphanLanes } from '../../own-work/orphan-lanes.js'
import { isCommand, isUrgent, keyOf } from '../network/chat-origin.js'
import { fromInboundPayload, toPayload } from '../network/payload.js'
import { repliesQueue, turnsQueue, urgentLane } from '../network/queues.js'
import { senderOf } from '../network/sender-of.js'
import type { ReplacedConversations } from '../people/replaced-conversations.js'
import type { FoundCommand } from './owed-commands.js'
import type { Place } from './places.js'
import { answerByText } from './questions/questions.js'
import type { Replies } from './replies-options.js'

/**
 * Passes commands and messages to the process that runs the turn of their conversation, because only that process can stop or steer it. Messages
 * behind a command that may give its chat another conversation wait here in order, and go to the conversation that the chat has after it.
 */
export interface TurnsElsewhere {
  /** Stores a message for the other process, or for later. @returns `false` if it is to be answered here and now. */
  pass(id: string, event: InboundMessage, place: Place): Promise<boolean>
  /** Whether a command may give the chat another conversation at any moment. Messages behind it do not belong to this one. */
  isLeaving(place: LeftPlace, event: InboundMessage): Promise<boolean>
  /** Takes messages for the turns of this process, and those that no process has taken, until `signal` is aborted. */
  work(signal: AbortSignal): Promise<void>
}

type LeftPlace = Pick<Place, 'network' | 'conversation'>

export interface TurnsElsewhereOptions {
  readonly queue: WorkQueue
  readonly questions: QuestionDesk
  readonly commands: Pick<CommandTable, 'find'>
  readonly replies: Pick<Replies, 'commandsOwed' | 'lanesHere' | 'owe' | 'placeOf' | 'runsHere' | 'turnAway'>
  readonly replaced: Pick<ReplacedConversations, 'endHere'>
}

const retry = { attempts: 1000, maxDelayMs: 60_000 }

export function createTurnsElsewhere(options: TurnsElsewhereOptions): TurnsElsewhere {
  const { queue, questions, commands, replies, replaced } = options
  /** Lanes in which this process makes messages wait for a command. */
  const held = new Set<ConversationKey>()

  async function openingsIn(lane: ConversationKey): Promise<readonly FoundCommand[]> {
    return (await replies.commandsOwed.in(lane)).filter(({ opensConversation }) => opensConversation)
  }

  const waiting = (lane: ConversationKey) => queue.list({ queue: turnsQueue, lane, limit: 1 })

  async function handle(item: WorkItem, signal: AbortSignal): Promise<void> {
    const event = fromInboundPayload(item.payload)?.event
    if (event?.type === 'message' && !isUrgent(event)) {
      const ids = (await openingsIn(item.lane)).map(({ id }) => id)
      await replies.commandsOwed.untilAnswered(ids, signal)
    }
    const found = await replies.placeOf(item)
    if (!found) return replies.turnAway(item)
    const { place } = found
    await replaced.endHere(found.event, place.network)
    const answering = { desk: questions, conversation: place.conversation, by: place.network.name }
    const isAnswer = !found.event.forwarded && (await answerByText(found.event.text, answering))
    if (!isAnswer) await replies.owe(item.id, found.event, place)
  }

  /** Whether a command acts on the turn that the commands before it wait for. `/new` leaves that turn and those commands. */
  function actsOnTurn(event: InboundMessage, place: Place, openings: readonly FoundCommand[]): boolean {
    if (!isCommand(event) || !waitForTurn(openings, place)) return false
    const { person, surface } = senderOf(place)
    const found = commands.find(event.text, surface, person)
    if (found.type !== 'command') return true
    const { becomesMessage = false, whileRunning } = found.command
    return !becomesMessage && whileRunning !== 'after'
  }

  return {
    async pass(id, event, place) {
      const { network, overheard } = place
      const lane = keyOf(event, network)
      const runsHere = replies.runsHere(lane)
      const [earlier, running, openings] = await Promise.all([
        // The waiting messages come first, even if this process has taken over the lane in the meantime.
        waiting(lane),
        runsHere ? [] : queue.list({ queue: repliesQueue, lane, status: 'claimed', limit: 1 }),
        openingsIn(lane),
      ])
      if (earlier.length === 0) held.delete(lane)
      const mustWait = openings.length > 0 && !isUrgent(event)
      const isBehind = earlier.length > 0 || (mustWait && !actsOnTurn(event, place, openings))
      if (!isBehind && running.length === 0) return false
      const goesAround = openings.length > 0 && isUrgent(event)
      if (goesAround && running.length === 0) return false
      const payload = toPayload({ network: network.name, event, ...(overheard !== undefined && { overheard }) })
      if (mustWait) held.add(lane)
      await queue.put({ queue: turnsQueue, lane: goesAround ? urgentLane(lane) : lane, id, payload })
      return true
    },
    async isLeaving(place, event) {
      const openings = await openingsIn(keyOf(event, place.network))
      return openings.length > 0 && !waitForTurn(openings, place)
    },
    async work(signal) {
      using orphans = watchOrphanLanes({ queue, name: turnsQueue })
      const lanes = () => [...replies.lanesHere.flatMap((lane) => [lane, urgentLane(lane)]), ...held, ...orphans.lanes]
      const handleOne: WorkHandler = (item, claim) => handle(item, AbortSignal.any([claim.signal, signal]))
      await queue.work(turnsQueue, handleOne, { signal, retry, lanes, concurrency: Number.MAX_SAFE_INTEGER })
    },
  }
}

/** Whether all commands wait for a turn that still runs. They open nothing before its end. */
function waitForTurn(openings: readonly FoundCommand[], { conversation }: LeftPlace): boolean {
  return conversation.state.activity !== 'idle' && openings.every(({ waitsForTurn }) => waitsForTurn)
}

import type { ConversationKey, Conversations, Submission, SubmissionEnd } from '@hermes/conversations'
import { type Logger, type SessionStore, StoreError } from '@hermes/core'
import type { InboundMessage } from '@hermes/core/platform'
import type { Claim, WorkItem, WorkQueue } from '@hermes/core/queue'
import type { ValueTable } from '@hermes/core/sessions'
import type { Config } from '@hermes/runtime'
import { isUnfinished } from '../../own-work/is-unfinished.js'
import { createOwnWork } from '../../own-work/own-work.js'
import { contentOf, type ReceivedFiles } from '../files/read-attachments.js'
import type { SentFiles } from '../files/take-files.js'
import type { ChatNetworks } from '../network/chat-network.js'
import { addressOf, isCommand, keyOf, type Surroundings, textFor } from '../network/chat-origin.js'
import { formatMinutes } from '../network/format-minutes.js'
import type { MessageTimes } from '../network/message-times.js'
import { toPayload } from '../network/payload.js'
import { commandsQueue, repliesQueue } from '../network/queues.js'
import type { ShownNames } from '../network/shown-names.js'
import type { Outbox } from '../outbox/outbox.js'
import type { Access } from '../people/access.js'
import type { ConversationHomes } from '../processes/conversation-homes.js'
import type { Speech } from '../voice/speech.js'
import { askInChat } from './ask-in-chat.js'
import { deliverReply, firstPart } from './deliver-reply.js'
import { endElsewhere } from './end-elsewhere.js'
import { footerOf } from './footer.js'
import { type LiveReply, openLiveReply, type ShownTurn } from './live-reply.js'
import { createPlaces, type Place, type Places, senderOf } from './places.js'
import type { ToolCallLog } from './tool-call-log.js'
import { toolProgressOf } from './tool-progress-of.js'
import type { TurnLimits } from './watch-turn.js'

export interface RepliesOptions {
  readonly conversations: Conversations
  readonly store: SessionStore
  readonly queue: WorkQueue
  readonly values: ValueTable
  readonly networks: ChatNetworks
  readonly outbox: Outbox
  readonly access: Access
  readonly surroundings: Surroundings
  readonly folders: ReceivedFiles & SentFiles
  readonly names: ShownNames
  readonly times: MessageTimes
  readonly speech: Pick<Speech, 'follow'>
  readonly homes: Pick<ConversationHomes, 'note'>
  /** Of turns that begin now. */
  readonly limits: () => TurnLimits
  readonly display: () => Config['display']
  readonly toolCalls: Pick<ToolCallLog, 'add'>
  readonly logger: Logger
}

/** Answers that are owed: one turn after the other in each conversation, whichever process runs it. */
export interface Replies {
  /** The message gets an answer from here on, whatever happens to the process. */
  owe(id: string, event: InboundMessage, place: Place): Promise<void>
  readonly placeOf: Places['of']
  /** Whether this process answers in a conversation now. */
  runsHere(key: ConversationKey): boolean
  /** The conversations in which it does. */
  readonly lanesHere: readonly ConversationKey[]
  /** Continues the turns that an earlier process left unfinished. Call it before anything else uses their conversations. */
  recover(): Promise<void>
  /** Brings answers to the outbox until `signal` is aborted. */
  work(signal: AbortSignal): Promise<void>
}

/** An answer of this process, from its submission to its end. */
interface Owed {
  readonly lane: string
  readonly submission: Submission
  readonly live: LiveReply
}

/** An answer that is owed must not be given up: each attempt takes the stored one, or continues its turn. */
const patient = { attempts: 1000, maxDelayMs: 60_000 }
/** How long later events of a chat wait until the turn of an earlier one has begun, so that a command applies after it. */
const beginMs = 250

export function createReplies(options: RepliesOptions): Replies {
  const {
    conversations,
    store,
    queue,
    values,
    networks,
    outbox,
    access,
    surroundings,
    folders,
    names,
    times,
    speech,
    homes,
    logger,
  } = options
  const places = createPlaces({ conversations, store, networks, access, surroundings })
  const commands = createOwnWork(queue, commandsQueue)
  const owed = new Map<string, Promise<Owed>>()
  const beginnings = new Map<string, () => void>()
  /** By the id of the item. */
  const answering = new Map<string, ConversationKey>()

  async function owe(id: string, event: InboundMessage, place: Place): Promise<void> {
    const lane = keyOf(event, place.network)
    const { overheard } = place
    const payload = toPayload({ network: place.network.name, event, ...(overheard !== undefined && { overheard }) })
    const put = () => queue.put({ queue: repliesQueue, lane, id, payload })
    if (isCommand(event)) return untilBegun(id, () => commands.put(id, payload))
    // Other messages wait in the lane: after a crash, or in another process, they are found in their order.
    if (!(await mayDisturb(lane, place))) return untilBegun(id, put)
    await put()
    await submitNow(id, event, place)
  }

  async function untilBegun(id: string, put: () => Promise<boolean>): Promise<void> {
    const { promise: begun, resolve } = Promise.withResolvers<void>()
    beginnings.set(id, resolve)
    const timer = setTimeout(resolve, beginMs)
    if (await put()) await begun
    clearTimeout(timer)
    beginnings.delete(id)
  }

  /** Whether the message acts on the turn before it. Only the process of that turn can do so. */
  async function mayDisturb(lane: string, { network }: Place): Promise<boolean> {
    if (network.settings.busy_mode === 'queue') return false
    const all = await Promise.all(owed.values())
    return all.some((each) => each.lane === lane)
  }

  async function submitNow(id: string, event: InboundMessage, place: Place): Promise<void> {
    const { submission } = await begin(id, event, place)
    const accepted = await submission.accepted.catch((error: unknown) => {
      owed.delete(id)
      throw error
    })
    if (accepted.as === 'refused' && accepted.reason === 'closing') throw stopping()
  }

  /** Called for the event and for its answer, in any order. */
  function begin(id: string, event: InboundMessage, place: Place): Promise<Owed> {
    const begun = owed.get(id) ?? start(id, event, place)
    owed.set(id, begun)
    begun.catch(() => owed.delete(id))
    return begun
  }

  async function start(id: string, event: InboundMessage, place: Place): Promise<Owed> {
    const { network, conversation, overheard } = place
    const content = await contentOf(event, textFor(event, network, { names, times, overheard }), network, folders)
    const to = { network: network.name, address: addressOf(event) }
    await homes.note(conversation.id, { ...to, ...(event.context && { context: event.context }) })
    const live = openLiveReply({
      id,
      conversation,
      network,
      address: to.address,
      values,
      logger,
      isClear: () => outbox.isClear(to),
      ask: (question) => askInChat(question, { outbox, networks, to, place }),
      limits: options.limits(),
      progress: toolProgressOf(event, network, options.display()),
      logTool: (event) => options.toolCalls.add(event, { ...to, conversation: conversation.id }),
      tellQuiet: (quietMs, count) => outbox.put(`${id} quiet ${count}`, { ...to, text: quietText(quietMs) }),
    })
    const { busy_mode: whenBusy } = network.settings
    const origins = [{ kind: 'person', name: `${network.name}:${names.ofChat(event.chatId, network)}` }] as const
    const input = { content, id, whenBusy, ...(overheard !== undefined && { origins }) }
    const from = senderOf(place)
    const submission = isContinue(event) ? conversation.continue(from) : conversation.submit(input, from)
    live.follow(submission)
    return { lane: keyOf(event, network), submission, live }
  }

  async function handle(item: WorkItem, claim: Claim): Promise<void> {
    answering.set(item.id, item.lane)
    try {
      await answer(item, claim)
    } finally {
      answering.delete(item.id)
    }
  }

  async function answer(item: WorkItem, claim: Claim): Promise<void> {
    const found = await places.of(item)
    if (!found) return
    const { event, place } = found
    const { submission, live } = await begin(item.id, event, place)
    void submission.accepted.catch(() => undefined).then(() => beginnings.get(item.id)?.())
    let shown: ShownTurn
    let end: SubmissionEnd
    try {
      end = await submission.ended
      const isElsewhere = end.status === 'elsewhere' || (end.status === 'duplicate' && end.reply === undefined)
      if (isElsewhere) {
        const { conversation } = place
        const services = { conversations, store, conversation, from: senderOf(place), live, signal: claim.signal }
        end = await endElsewhere(item.id, services)
        const isLost = isCommand(event) && end.status === 'duplicate' && end.reply === undefined
        if (isLost && !(await outbox.has(firstPart(item.id)))) end = cutShort(event)
      }
      // Another process has continued, and this one cannot know the answer.
      const isPast = end.status === 'refused' && (end.reason === 'nothing-to-continue' || end.reason === 'busy')
      if (isContinue(event) && item.attempt > 1 && isPast) end = cutShort(event)
    } finally {
      // What a command has answered is stored nowhere else: another attempt needs it.
      if (!isCommand(event)) owed.delete(item.id)
      shown = await live.end()
    }
    claim.signal.throwIfAborted()
    if (isUnfinished(end, conversations)) throw stopping()
    end = await places.follow(end, event, place, claim.signal)
    const { network } = place
    const footer = await footerOf(end, place.conversation, { settings: options.display().runtime_footer, store })
    const delivered = await deliverReply(item.id, event, {
      network,
      end,
      shown,
      footer,
      stuckMs: live.stuckMs,
      outbox,
      values,
      folders,
    })
    if (isAnswer(end)) await speech.follow(item.id, event, { network, ...delivered })
    owed.delete(item.id)
  }

  return {
    owe,
    placeOf: places.of,
    runsHere: (key) => [...answering.values()].includes(key),
    get lanesHere() {
      return [...answering.values()]
    },
    async recover() {
      const oldest = new Map<string, WorkItem>()
      const [messages, begun] = await Promise.all([
        queue.list({ queue: repliesQueue }),
        queue.list({ queue: commandsQueue }),
      ])
      for (const item of [...messages, ...begun]) if (!oldest.has(item.lane)) oldest.set(item.lane, item)
      for (const item of oldest.values()) await places.recover(item)
    },
    async work(signal) {
      const work = { signal, retry: patient, concurrency: Number.MAX_SAFE_INTEGER }
      await Promise.all([queue.work(repliesQueue, handle, work), commands.work(answer, signal)])
    },
  }
}

/** Its answer is that of the turn. */
function isContinue(event: InboundMessage): boolean {
  return isCommand(event) && /^\/continue\s*$/i.test(event.text)
}

/** Whether the end is what the agent says, and not a notice or a failure. */
function isAnswer(end: SubmissionEnd): boolean {
  return end.status === 'duplicate' || (end.status === 'turn' && end.result.outcome.status === 'completed')
}

function quietText(quietMs: number): string {
  return `⏳ Nothing has happened for ${formatMinutes(quietMs)}. I am still waiting; /stop ends it.`
}

/** The process of the command died before it had stored what it answered. */
function cutShort({ text }: InboundMessage): SubmissionEnd {
  const [name = ''] = text.split(/\s/, 1)
  const told = `⚠️ \`${name}\` was cut off when the gateway stopped. It may have had its effect: check before you repeat it.`
  return { status: 'command', name: name.slice(1), outcome: { type: 'error', text: told } }
}

function stopping(): StoreError {
  return new StoreError('unavailable', 'The process stops before the answer is complete.')
}

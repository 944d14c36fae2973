import { setTimeout as sleep } from 'node:timers/promises'
import type { ConversationKey, SubmissionEnd } from '@hermes/conversations'
import type { InboundMessage } from '@hermes/core/platform'
import type { Claim, WorkHandler, WorkItem } from '@hermes/core/queue'
import { isUnfinished } from '../../own-work/is-unfinished.js'
import { createOwnWork } from '../../own-work/own-work.js'
import { storeFailureOf } from '../../own-work/store-failure-of.js'
import { createBusyNotes } from '../busy/busy-notes.js'
import { answerTo } from '../network/answer-to.js'
import { isCommand, isStop, keyOf } from '../network/chat-origin.js'
import { fromInboundPayload, type OwedCommand, toPayload } from '../network/payload.js'
import { commandsQueue, repliesQueue } from '../network/queues.js'
import { senderOf } from '../network/sender-of.js'
import { createAnswersHere } from './answers-here.js'
import { deliverReply, firstPart } from './deliver-reply.js'
import { endElsewhere } from './end-elsewhere.js'
import { endReplaced } from './end-replaced.js'
import type { ShownTurn } from './live-reply.js'
import { createOwedAnswers, type OwedAnswer } from './owed-answers.js'
import { createOwedCommands } from './owed-commands.js'
import { createPlaces, type Place, type Placed } from './places.js'
import { noteLeftText } from './preview/noted-preview.js'
import type { Replies, RepliesOptions } from './replies-options.js'
import { cutShort, isAnswer, isContinue, isElsewhere, isOvertaken, stopping } from './reply-ends.js'
import { createBeginnings } from './text/beginnings.js'
import { footerOf } from './text/footer.js'

/** A message whose answer is being put. */
interface Arriving extends Placed {
  /** Whether no earlier item had its id, so that no process has started to answer it. Absent until it is put. */
  isNew?: Promise<boolean>
}

/** An answer that is being delivered to the outbox. */
interface Bringing {
  readonly item: WorkItem
  readonly claim: Claim
  readonly found: Placed
}

/** How long `/stop` waits for a conversation to take a message, in milliseconds. After that, the conversation is stopped anyway. */
const longestUntakenMs = { idle: 10_000, running: 2_000 } as const
const lookMs = 20

/** An owed answer must not be given up. Each attempt takes the stored answer, or continues its turn. */
const patient = { attempts: 1000, maxDelayMs: 60_000 }

export function createReplies(options: RepliesOptions): Replies {
  const { conversations, replaced, store, queue, values, outbox, folders, speech } = options
  const places = createPlaces(options)
  const commands = createOwnWork(queue, commandsQueue)
  const owedCommands = createOwedCommands(queue)
  const beginnings = createBeginnings()
  const here = createAnswersHere()
  const busy = createBusyNotes({ queue, outbox, isOn: () => options.display().busy_ack_enabled })
  /** Lanes by the id of the item that is answered. Each item is the first of its lane. */
  const answering = new Map<string, ConversationKey>()
  /** Items in `answering` that wait for the answers of the commands before them. */
  const behindCommands = new Set<string>()
  /** Items in `answering` that have not been submitted yet. */
  const claimed = new Set<string>()
  const isNext = (id: string) => answering.has(id) && !behindCommands.has(id)
  const owed = createOwedAnswers({ ...options, isNext })
  /** Messages that are being put, by the id of the item. What was found out about them need not be read again. */
  const arriving = new Map<string, Arriving>()

  async function owe(id: string, event: InboundMessage, place: Place): Promise<void> {
    const message: Arriving = { event, place }
    arriving.set(id, message)
    await putAndBegin(id, message).finally(() => arriving.delete(id))
  }

  async function putAndBegin(id: string, message: Arriving): Promise<void> {
    const { event, place } = message
    const lane = keyOf(event, place.network)
    const { network, overheard } = place
    if (isCommand(event)) {
      if (isStop(event)) await untilTaken(lane, place)
      const payload = toPayload({ network: network.name, event, command: owedCommandOf(event, place) })
      return beginnings.wait(id, () => commands.put(id, payload))
    }
    const asking = (await owedCommands.in(lane)).filter(({ becomesMessage }) => becomesMessage)
    const payload = toPayload({
      network: network.name,
      event,
      ...(overheard !== undefined && { overheard }),
      ...(asking.length > 0 && { behind: asking.map((command) => command.id) }),
    })
    // The event stays in the inbox until then.
    const put = () => {
      message.isNew = queue.put({ queue: repliesQueue, lane, id, payload }, { isVolatile: true })
      return message.isNew
    }
    if (place.whenBusy === 'queue') await busy.tellWaiting(lane, { event, network })
    // In the lane, messages are found in their order after a crash.
    if (!(await owed.isIn(lane))) return beginnings.wait(id, put)
    await put()
    // The conversation has to know the waiting messages: commands show them, follow them and drop them.
    await submitEarlier(lane, id)
    await submitNow(id, message)
  }

  /**
   * Resolves when the conversation has taken the messages before a `/stop`, which may take a while to prepare, so that `/stop` ends them. Messages
   * that wait for the end of a turn stay. In the mode `interrupt`, they are the newest request and end too.
   */
  async function untilTaken(lane: ConversationKey, { conversation, whenBusy }: Place): Promise<void> {
    const isUntaken = () =>
      owed.hasUntakenIn(lane) || claimed.values().some((id) => isNext(id) && answering.get(id) === lane)
    const startMs = performance.now()
    while (isUntaken()) {
      const isRunning = conversation.state.activity !== 'idle'
      if (isRunning && whenBusy !== 'interrupt') return
      if (performance.now() - startMs > longestUntakenMs[isRunning ? 'running' : 'idle']) return
      await sleep(lookMs)
    }
  }

  function owedCommandOf(event: InboundMessage, place: Place): OwedCommand {
    const { person, surface } = senderOf(place)
    const found = options.commands.find(event.text, surface, person)
    const command = found.type === 'command' ? found.command : undefined
    const { opensConversation = false, becomesMessage = false, beginsWork = false } = command ?? {}
    return {
      conversation: keyOf(event, place.network),
      ...(opensConversation && { opensConversation }),
      ...(becomesMessage && { becomesMessage }),
      ...(beginsWork && { beginsWork }),
    }
  }

  /** Submits messages of the lane that were put while no turn was running, if one runs now. */
  async function submitEarlier(lane: ConversationKey, id: string): Promise<void> {
    const begun = await owed.idsIn(lane)
    const items = await queue.list({ queue: repliesQueue, lane })
    const ids = new Set(items.map((item) => item.id))
    // Another process has delivered those answers.
    for (const each of begun) if (!ids.has(each) && !answering.has(each)) owed.forget(each)
    const at = items.findIndex((item) => item.id === id)
    for (const item of items.slice(0, Math.max(at, 0))) {
      if (item.status === 'dead' || isNext(item.id) || owed.has(item.id)) continue
      const placed = await places.of(item)
      if (placed && (await replaced.withInput(lane, item.id)) === undefined) await submitNow(item.id, placed)
    }
  }

  async function submitNow(id: string, message: Placed): Promise<void> {
    const { submission, isTakenOver } = await owed.begin(id, message)
    if (isTakenOver) return
    const accepted = await submission.accepted.catch((error: unknown) => {
      owed.forget(id)
      throw error
    })
    if (accepted.as === 'refused' && accepted.reason === 'closing') throw stopping()
    if (accepted.as === 'duplicate' && !(await isOwed(id))) owed.forget(id)
    const { event, place } = message
    if (accepted.as === 'steer') await busy.tellSteered(accepted.turnId, { event, network: place.network })
  }

  /** Whether the lane will deliver the answer. It may just have done so. */
  async function isOwed(id: string): Promise<boolean> {
    const item = await queue.get({ queue: repliesQueue, id })
    return item !== undefined && item.status !== 'done'
  }

  async function handle(item: WorkItem, claim: Claim, stop: AbortSignal): Promise<void> {
    answering.set(item.id, item.lane)
    claimed.add(item.id)
    try {
      await untilNext(item, AbortSignal.any([claim.signal, stop]))
      await answer(item, claim)
    } finally {
      claimed.delete(item.id)
      answering.delete(item.id)
    }
  }

  /** Waits for the commands before a message. They are answered outside the lane, so after a crash their answers could end up below the message's. */
  async function untilNext({ id, payload }: WorkItem, signal: AbortSignal): Promise<void> {
    const { behind } = fromInboundPayload(payload) ?? {}
    if (!behind) return
    behindCommands.add(id)
    try {
      await owedCommands.untilAnswered(behind, signal)
    } finally {
      behindCommands.delete(id)
    }
    // The message may belong to another conversation by now.
    arriving.delete(id)
  }

  async function answer(item: WorkItem, claim: Claim): Promise<void> {
    const arrived = arriving.get(item.id)
    const found = arrived ?? (await places.of(item))
    if (!found) {
      owed.forget(item.id)
      return places.turnAway(item)
    }
    const { network, conversation } = found.place
    const lost = arrived || isCommand(found.event) ? undefined : await replaced.withInput(item.lane, item.id)
    if (lost !== undefined) return endReplaced(item.id, lost, found, options)
    const isNew = (await arrived?.isNew) ?? false
    const beginning = owed.begin(item.id, found, isNew)
    claimed.delete(item.id)
    const owing = await beginning
    const { event } = found
    const turnIds = [item.id, owing.submission.id]
    const answerHere = { conversation: conversation.id, to: answerTo(event, network), live: owing.live, event, turnIds }
    const bringing = here.during(answerHere, () => bring(owing, { item, claim, found }))
    if (owing.isCommand) owedCommands.during(item.id, owing.submission, bringing)
    await bringing
  }

  async function bring({ submission, live }: OwedAnswer, { item, claim, found }: Bringing): Promise<void> {
    const { event, place } = found
    void submission.accepted.catch(() => undefined).then(() => beginnings.tell(item.id))
    let shown: ShownTurn
    let end: SubmissionEnd
    try {
      end = await submission.ended
      if (isElsewhere(end, event)) {
        const { conversation } = place
        const services = { conversations, store, conversation, from: senderOf(place), live, signal: claim.signal }
        end = await endElsewhere(item.id, services)
        const isLost = isCommand(event) && end.status === 'duplicate' && end.reply === undefined
        if (isLost && !(await outbox.has(firstPart(item.id)))) end = cutShort(event)
      }
      // Another process has continued the turn, and this one cannot know the answer.
      const isPast = isOvertaken(end) || (end.status === 'refused' && end.reason === 'busy')
      if (isContinue(event) && item.attempt > 1 && isPast) end = cutShort(event)
    } finally {
      // The answer of a command is stored nowhere else, and another attempt needs it.
      if (!isCommand(event)) owed.forget(item.id)
      shown = await live.end()
    }
    claim.signal.throwIfAborted()
    if (isUnfinished(end, conversations)) {
      await noteLeftText(values, item.id, shown.answer)
      throw stopping()
    }
    // Another turn has reported it, and nobody waits for an answer.
    if (end.status === 'refused' && end.reason === 'outdated') return owed.forget(item.id)
    const failure = storeFailureOf(end)
    if (failure) {
      owed.forget(item.id)
      throw failure
    }
    end = await places.follow(end, event, place, claim.signal)
    const { network } = place
    const footer = await footerOf(end, place.conversation, { settings: options.display().runtime_footer, store })
    const delivered = await deliverReply(item.id, event, {
      network,
      end,
      shown,
      footer,
      stuckMs: live.stuckMs(),
      outbox,
      values,
      folders,
    })
    if (isAnswer(end)) await speech.follow(item.id, event, { network, ...delivered })
    owed.forget(item.id)
  }

  return {
    owe,
    placeOf: places.of,
    turnAway: places.turnAway,
    async withdraw(item) {
      const found = await places.of(item)
      if (!found) return true
      const { conversation, who } = found.place
      if (conversation.waitingFrom(who.person).some(({ id }) => id === item.id)) {
        const isCancelled = await conversation.submissionOf(item.id)?.cancel('The message was removed.')
        if (isCancelled !== true) return false
      } else if (owed.has(item.id) || (await conversations.queuedIn(conversation.id)).includes(item.id)) return false
      owed.forget(item.id)
      return true
    },
    commandsOwed: owedCommands,
    leaveText: here.leaveText,
    messageOf: here.messageOf,
    untilPut: here.untilPut,
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
      const handleOne: WorkHandler = (item, claim) => handle(item, claim, signal)
      await Promise.all([queue.work(repliesQueue, handleOne, work), commands.work(answer, signal)])
    },
  }
}

import type { InboundEvent, InboundMessage } from '@hermes/core/platform'
import type { Claim, WorkItem } from '@hermes/core/queue'
import { takeHandoff } from '../handoffs/take-handoff.js'
import { answerTo } from '../network/answer-to.js'
import { type ChatNetwork, networkOf } from '../network/chat-network.js'
import { isCommand, isShared, isStop, isUrgent, keyOf, mayAnswer, mayOverhear } from '../network/chat-origin.js'
import { fromInboundPayload, fromRemovalPayload } from '../network/payload.js'
import { inboxQueue } from '../network/queues.js'
import { answerLink } from '../people/answer-link.js'
import type { AuditEntry } from '../people/audit-log.js'
import { pauseMs } from '../people/bot-guard.js'
import { refusalOfConsent } from '../people/owner-consent.js'
import { senderLimitOf } from '../people/sender-guard.js'
import type { Place } from '../replies/places.js'
import { answerByPress, answerByText, consentOf, questionOfPress } from '../replies/questions/questions.js'
import { answerSettings } from './answer-settings.js'
import { commandLineOf } from './command-line-of.js'
import type { InboxOptions } from './inbox-options.js'
import { takeBack } from './take-back.js'
import { untilBegun } from './until-begun.js'
import { untilUrgentTaken } from './until-urgent-taken.js'

/** Handles received events: decides who may speak, and in which conversation. */
export interface Inbox {
  /** Takes events until `signal` is aborted. */
  work(signal: AbortSignal): Promise<void>
}

/** Maximum number of events that are handled at once. Many chats may wait for the end of a burst of messages. */
const concurrency = 256

export function createInbox(options: InboxOptions): Inbox {
  const {
    chatConversations,
    queue,
    questions,
    networks,
    outbox,
    replies,
    turnsElsewhere,
    pairing,
    strangers,
    bots,
    senders,
    albums,
    batches,
    dispatch,
    overheard,
    access,
    links,
    permissions,
    refusals,
    audit,
    busyModes,
  } = options

  async function handle(item: WorkItem, signal: AbortSignal): Promise<void> {
    const removed = fromRemovalPayload(item.payload)
    if (removed) return takeBack(removed.removal, networkOf(networks, removed.network), { queue, replies })
    const payload = fromInboundPayload(item.payload)
    if (!payload) return options.logger.log('error', 'An event was stored by another version.', { id: item.id })
    const network = networkOf(networks, payload.network)
    const received = payload.event
    const isInAlbum = received.type === 'message' && received.albumId !== undefined
    // The hooks were asked with the message that it is a part of.
    if ((dispatch.isAsked() || isInAlbum) && (await batches.isPart(item))) return
    const whole = received.type === 'message' ? await albums.whole(item, received, signal) : undefined
    if (received.type === 'message' && !whole) return
    const event = whole ? await admit(whole.message, network, signal) : received
    if (!event) return
    const isRewritten = whole !== undefined && event !== whole.message
    if (!mayAnswer(event, network)) return mayOverhear(event, network) ? overheard.keep(event, network) : undefined
    const who = await access.identify(event, network)
    const link = await answerLink(event, { network: network.name, who, links, access })
    if (link) {
      note(event, network, link.entry)
      if (link.entry.event === 'linked') await pairing.forgetCode(network.name, event.sender.id)
      return tell(item.id, event, network, link.text)
    }
    if (!who) return strangers.turnAway(item.id, event, network, { event: 'stranger' })
    if (event.sender.isBot && !(await mayAnswerBot(item.id, event, network))) return
    if (!(await mayAnswerSender(item.id, event, network)))
      return note(event, network, { event: 'skipped', detail: 'sender_limit' })
    // The conversation has the tools of other people.
    if (who.role === 'guest' && isShared(event, network)) return
    const command = commandLineOf(event)
    const refusal =
      command === undefined
        ? event.type === 'message' && (await permissions.refusalOfMessage(who))
        : await permissions.refusalOfCommand(command, who, {
            network: network.name,
            isGroup: event.chatType !== 'direct',
          })
    const { person, role } = who
    const question = event.type === 'press' ? questionOfPress(event.value) : undefined
    const about = {
      person: person.id,
      role,
      ...(command !== undefined && { detail: command.split(/\s/, 1).join() }),
      ...(question !== undefined && { question }),
    }
    if (refusal) {
      note(event, network, { event: 'refused', ...about })
      const refused = { network, personId: person.id, reason: refusal }
      const isTold =
        command !== undefined || event.type !== 'message' || (await refusals.isDue(item.id, { event, ...refused }))
      return isTold ? tell(item.id, event, network, refusal) : undefined
    }
    const isAnswer = question !== undefined || (command !== undefined && isApproval(command))
    if (!isAnswer) note(event, network, { event: command === undefined ? 'message' : 'command', ...about })
    const set = command !== undefined && (await answerSettings(command, event, { network, who }, options))
    if (set) return tell(item.id, event, network, set)
    const notTaken = await takeHandoff(event, { network, who }, { ...options, signal })
    if (notTaken !== undefined) await tell(`${item.id} handoff`, event, network, notTaken)
    const [{ conversation, isReplaced }, whenBusy] = await Promise.all([
      chatConversations.open(event, { network, who }),
      busyModes.of(keyOf(event, network), network),
    ])
    // The question ended with the conversation, and the person was told.
    if (isReplaced && question !== undefined) return note(event, network, { event: 'refused', ...about })
    const place: Place = { network, conversation, who, whenBusy }
    const answering = { desk: questions, conversation, by: network.name }
    const refusedConsent = await refusalOf(event, command, place)
    if (refusedConsent !== undefined) {
      note(event, network, { event: 'refused', ...about })
      return tell(item.id, event, network, refusedConsent)
    }
    if (isAnswer && command !== undefined) note(event, network, { event: 'command', ...about })
    if (event.type === 'message') {
      if (!isUrgent(event)) await untilUrgentTaken(item, { queue, signal })
      if (!isRewritten && (await answersQuestion(event, place))) return
      const { parts = [] } = whole ?? {}
      const joining = { parts, network, signal, admit: (each: InboundMessage) => admit(each, network, signal) }
      const message = isCommand(event) ? event : await batches.join(item, event, joining)
      if (!message) return
      if (isStop(message)) await untilBegun(item, message, { ...options, place, signal })
      const context = isCommand(message) ? undefined : await overheard.before(item.id, message, network)
      return owe(item.id, message, { ...place, ...(context !== undefined && { overheard: context }) })
    }
    if (command !== undefined) {
      const message: InboundMessage = { ...event, type: 'message', text: command, isAddressed: true, attachments: [] }
      return owe(item.id, message, place)
    }
    const outcome = await answerByPress(event, { ...answering, isOwner: role === 'owner' })
    if (!outcome) return
    const { decision, told } = outcome
    note(event, network, decision ? { event: 'answer', ...about, detail: decision } : { event: 'refused', ...about })
    await tell(item.id, event, network, told)
  }

  /** Returns the message as the hooks of plugins leave it, or `undefined` if they skip it. */
  async function admit(
    message: InboundMessage,
    network: ChatNetwork,
    signal: AbortSignal,
  ): Promise<InboundMessage | undefined> {
    const judged = await dispatch.judge(message, network, signal)
    if (judged.action === 'skip') {
      note(message, network, { event: 'skipped', detail: judged.reason })
      return undefined
    }
    return judged.text === undefined ? message : { ...message, text: judged.text }
  }

  /** Returns why a button or `/approve` of this person does not count. */
  async function refusalOf(
    event: InboundEvent,
    command: string | undefined,
    { conversation, who: { role } }: Place,
  ): Promise<string | undefined> {
    const questionId = event.type === 'press' ? consentOf(event.value) : undefined
    if (questionId !== undefined) return refusalOfConsent({ questionId, conversation, role }, questions)
    return command !== undefined && isApproval(command)
      ? refusalOfConsent({ conversation, role }, questions)
      : undefined
  }

  async function answersQuestion(event: InboundMessage, place: Place): Promise<boolean> {
    const { conversation, network } = place
    // A forwarded text is not the person's answer.
    if (event.forwarded) return false
    if (conversation.state.activity !== 'waiting' || (await turnsElsewhere.isLeaving(place, event))) return false
    return answerByText(event.text, { desk: questions, conversation, by: network.name })
  }

  async function owe(id: string, message: InboundMessage, place: Place): Promise<void> {
    if (!(await turnsElsewhere.pass(id, message, place))) await replies.owe(id, message, place)
  }

  async function tell(id: string, event: InboundEvent, network: ChatNetwork, text: string): Promise<void> {
    await outbox.put(`${id}!`, { ...answerTo(event, network), text })
  }

  function note(
    { chatId, sender }: InboundEvent,
    { name }: ChatNetwork,
    entry: Omit<AuditEntry, 'network' | 'chat' | 'user'>,
  ): void {
    audit.add({ ...entry, network: name, chat: chatId, user: sender.id })
  }

  async function mayAnswerBot(id: string, event: InboundEvent, network: ChatNetwork): Promise<boolean> {
    const decision = await bots.decide(id, event, network)
    if (decision === 'pause') {
      const text = `Bots have written too much here. I do not answer them for ${pauseMs / 60_000} minutes.`
      await tell(id, event, network, text)
    }
    return decision === 'answer'
  }

  /** Commands come from people, because a robot repeats or quotes what it gets. */
  async function mayAnswerSender(id: string, event: InboundEvent, network: ChatNetwork): Promise<boolean> {
    if (event.sender.isBot || event.type !== 'message' || isCommand(event)) return true
    const decision = await senders.decide(id, event, network)
    if (decision === 'pause') {
      const text = `You have written more than ${senderLimitOf(network)} messages within an hour, as a robot does. I answer none of them for an hour, only commands.`
      options.logger.log('warn', 'A sender wrote more messages than are answered.', { network: network.name, id })
      await tell(id, event, network, text)
    }
    return decision === 'answer'
  }

  return {
    work: (signal) =>
      queue.work(inboxQueue, (item, claim: Claim) => handle(item, AbortSignal.any([claim.signal, signal])), {
        signal,
        concurrency,
        retry: { attempts: 20 },
      }),
  }
}

function isApproval(line: string): boolean {
  return /^\/approve\b/i.test(line)
}

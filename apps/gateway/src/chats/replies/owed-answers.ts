import { join } from 'node:path'
import type { ConversationKey, Submission } from '@hermes/conversations'
import type { MessageContent } from '@hermes/core'
import { splitText } from '@hermes/platforms'
import { createChatNames } from '@hermes/platforms/messages'
import { fitText } from '../files/fit-text.js'
import { contentOf } from '../files/read-attachments.js'
import { safeName } from '../files/safe-names.js'
import { answerTo } from '../network/answer-to.js'
import { isCommand, isShared, keyOf, textFor } from '../network/chat-origin.js'
import { senderOf } from '../network/sender-of.js'
import { type LiveReply, openLiveReply } from './live-reply.js'
import type { Placed } from './places.js'
import { createQuestionsInChat } from './questions/questions-in-chat.js'
import type { RepliesOptions } from './replies-options.js'
import { isContinue, quietText } from './reply-ends.js'
import { toolProgressOf } from './tools/tool-progress-of.js'

/** An answer of this process, from the submission of its message to its end. */
export interface OwedAnswer {
  readonly lane: ConversationKey
  readonly isCommand: boolean
  readonly submission: Submission
  readonly live: LiveReply
  /** Whether an earlier process accepted the message and its turn runs or waits here, so that nothing was submitted. */
  readonly isTakenOver: boolean
}

export interface OwedAnswers {
  /** Submits a message once. Called for its event and for its answer, in either order. */
  begin(id: string, message: Placed, isNew?: boolean): Promise<OwedAnswer>
  /** Whether a message was submitted and its answer is still owed. */
  has(id: string): boolean
  /** Whether an answer is owed in this conversation. */
  isIn(lane: ConversationKey): Promise<boolean>
  /** Whether a submitted message, or a command that becomes one, has not been taken by its conversation yet. */
  hasUntakenIn(lane: ConversationKey): boolean
  /** Returns the ids of messages in this conversation that are owed an answer, without commands. */
  idsIn(lane: ConversationKey): Promise<readonly string[]>
  /** Stops showing the message's turn. The next `begin` submits the message again. */
  forget(id: string): void
}

export interface OwedAnswersOptions extends RepliesOptions {
  /** Whether all answers before the one to this item were put. */
  readonly isNext: (id: string) => boolean
}

/** An answer to a message that is submitted, or about to be. */
interface Owed {
  readonly lane: ConversationKey
  /** Whether it asks for a turn: a message, or a command that becomes one. */
  readonly asksForTurn: boolean
  readonly begun: Promise<OwedAnswer>
  /** Whether its submission was accepted or has failed. */
  isTaken: boolean
}

export function createOwedAnswers(options: OwedAnswersOptions): OwedAnswers {
  const { values, networks, outbox, permissions, folders, names, times, homes, logger, isNext } = options
  const chatNames = createChatNames(values)
  const owed = new Map<string, Owed>()

  /** Returns the content that the model reads for a person's message. */
  async function contentFor({ event, place: { network, conversation, overheard } }: Placed): Promise<MessageContent> {
    const received = { received: folders.receivedBy(conversation.id), transcriber: folders.transcriber }
    // A command keeps its name, because its arguments may become a message.
    const [command = ''] = (isCommand(event) && /^\S+\s*/.exec(event.text)) || []
    const fitting = await fitText(event.text.slice(command.length), {
      path: join(received.received, `${safeName(`${network.name}-${event.id}`)}-text`, 'message.txt'),
      contextWindow: () => options.windowOf(conversation.choice),
    })
    const text = textFor({ ...event, text: command + fitting }, network, { names, times, overheard })
    return contentOf(event, text, network, received)
  }

  async function start(id: string, message: Placed, isNew: boolean): Promise<OwedAnswer> {
    const { event, place } = message
    const { network, conversation, whenBusy, overheard, isWake = false } = place
    const takenOver = isNew ? undefined : conversation.submissionOf(id)
    const content = takenOver ? '' : isWake ? event.text : await contentFor(message)
    const to = answerTo(event, network)
    const key = keyOf(event, network)
    if (event.chatType !== 'direct' && event.chatName) await chatNames.note(network.name, event.chatId, event.chatName)
    await homes.note(conversation.id, { ...to, key, ...(!isShared(event, network) && { sender: event.sender.id }) })
    const live = openLiveReply({
      id,
      isNew,
      conversation,
      network,
      address: to.address,
      values,
      logger,
      outbox: {
        put: outbox.put,
        isHere: outbox.isHere,
        // A command is answered at any time.
        isClear: async (place) => (isCommand(event) || isNext(id)) && (await outbox.isClear(place)),
      },
      questions: createQuestionsInChat({ outbox, networks, to, place, logger }),
      limits: options.limits(),
      progress: toolProgressOf(event, network, options.display()),
      logTool: (event) => options.toolCalls.add(event, { ...to, conversation: conversation.id }),
      tellQuiet: (quietMs, count) => outbox.put(`${id} quiet ${count}`, { ...to, text: quietText(quietMs) }),
      async tellFallback(text, count) {
        for (const [index, part] of splitText(text, network.adapter.limits.text).entries()) {
          await outbox.put(`${id} fallback ${count}#${index}`, { ...to, text: part })
        }
      },
    })
    const chat = `${network.name}:${names.ofChat(event.chatId, network)}`
    const others = [
      ...(overheard === undefined ? [] : [chat]),
      ...(event.forwarded ? [`${network.name}:forwarded`] : []),
    ]
    const origins = others.map((name) => ({ kind: 'person' as const, name }))
    const input = { content, id, whenBusy, isVolatile: true, isNew, ...(origins.length > 0 && { origins }) }
    const rights = permissions.rightsOf(place.who, { isGroup: event.chatType !== 'direct' })
    const from = { ...senderOf(place), rights }
    const submit = () => (isContinue(event) ? conversation.continue(from) : conversation.submit(input, from))
    const submission = takenOver ?? submit()
    live.follow(submission)
    return { lane: key, isCommand: isCommand(event), submission, live, isTakenOver: takenOver !== undefined }
  }

  function asksForTurn({ event, place }: Placed): boolean {
    if (!isCommand(event)) return true
    const { person, surface } = senderOf(place)
    const found = options.commands.find(event.text, surface, person)
    return found.type === 'message' || (found.type === 'command' && found.command.becomesMessage === true)
  }

  function open(id: string, message: Placed, isNew: boolean): Owed {
    const { event, place } = message
    const begun = start(id, message, isNew)
    const opened = { lane: keyOf(event, place.network), asksForTurn: asksForTurn(message), begun, isTaken: false }
    const take = () => {
      opened.isTaken = true
    }
    begun.then(({ submission }) => submission.accepted).then(take, take)
    begun.catch(() => owed.delete(id))
    owed.set(id, opened)
    return opened
  }

  return {
    begin: (id, message, isNew = false) => (owed.get(id) ?? open(id, message, isNew)).begun,
    has: (id) => owed.has(id),
    async isIn(lane) {
      const all = await Promise.all(Array.from(owed.values(), ({ begun }) => begun))
      return all.some((each) => each.lane === lane)
    },
    hasUntakenIn: (lane) => owed.values().some((each) => each.lane === lane && each.asksForTurn && !each.isTaken),
    async idsIn(lane) {
      const all = await Promise.all(Array.from(owed, async ([id, { begun }]) => ({ id, ...(await begun) })))
      return all.filter((each) => each.lane === lane && !each.isCommand).map(({ id }) => id)
    },
    forget(id) {
      const begun = owed.get(id)?.begun
      owed.delete(id)
      // An answer that could not start shows nothing.
      begun?.then(({ live }) => live.end()).catch(() => undefined)
    },
  }
}

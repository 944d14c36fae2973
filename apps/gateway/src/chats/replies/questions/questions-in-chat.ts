import { describeError, type Logger } from '@hermes/core'
import type { Question } from '@hermes/core/questions'
import { splitText } from '@hermes/platforms'
import { parseTarget } from '@hermes/platforms/messages'
import type { ChatNetworks } from '../../network/chat-network.js'
import type { OutboundPayload } from '../../network/payload.js'
import type { Outbox } from '../../outbox/outbox.js'
import { isForOwner } from '../../people/owner-consent.js'
import type { Place } from '../places.js'
import { ownerMessage, type QuestionMessage, questionMessage, refusableMessage, shownOn } from './questions.js'
import { withEndMark } from './with-end-mark.js'

export interface QuestionsInChatOptions {
  readonly outbox: Pick<Outbox, 'put'>
  readonly networks: ChatNetworks
  /** The chat of the turn. */
  readonly to: Target
  readonly place: Pick<Place, 'who'>
  readonly logger: Logger
}

/** Shows the questions of a turn in its chat. */
export interface QuestionsInChat {
  /**
   * Shows a question in the chat of its turn. A question that only an owner may allow is also shown in the home chat, unless an owner wrote the message
   * of the turn.
   */
  ask(question: Question): void
  /** Removes the buttons of a question that was answered or has ended otherwise. Its message then says so. */
  settle(question: Question): void
}

type Target = Pick<OutboundPayload, 'network' | 'address' | 'context'>

/** A question in a chat. */
interface Asked {
  readonly key: string
  readonly target: Target
  /** The full text of the question. The buttons are below its last part. */
  readonly parts: readonly string[]
  readonly buttons: QuestionMessage['buttons']
}

export function createQuestionsInChat(options: QuestionsInChatOptions): QuestionsInChat {
  const { outbox, networks, logger } = options
  // A question is shown in full before it is settled.
  let showing: Promise<unknown> = Promise.resolve()

  const inOrder = (show: (asked: Asked, question: Question) => Promise<unknown>) => (question: Question) => {
    showing = showing
      .then(async () => {
        for (const asked of askedFor(question, options)) await show(asked, question)
      })
      .catch((error: unknown) => {
        logger.log('warn', 'A question could not be shown.', { id: question.id, error: describeError(error) })
      })
  }

  return {
    ask: inOrder(async ({ key, target, parts, buttons }) => {
      for (const [index, text] of parts.entries()) {
        const hasButtons = index === parts.length - 1 && buttons.length > 0
        await outbox.put(`${key}#${index}`, { ...target, text, ...(hasButtons && { buttons, isKept: true }) })
      }
    }),
    settle: inOrder(async ({ key, target, parts, buttons }, { state }) => {
      const last = parts.length - 1
      if (buttons.length === 0) return
      const settles = `${key}#${last}`
      const asked = parts[last] ?? ''
      const text = state === 'answered' ? asked : withEndMark(asked, networks.get(target.network)?.adapter.limits)
      await outbox.put(settlementId(settles), { ...target, text, settles })
    }),
  }
}

/** Returns the id of the message that settles a question, given the id of the message with its buttons. */
export function settlementId(messageId: string): string {
  return messageId.replace(/#\d+$/, ' settled')
}

/** Returns the question that a message shows, given the id of the message. */
export function questionOfMessage(id: string): string | undefined {
  return /^question (\w+)/.exec(id)?.[1]
}

function askedFor(question: Question, { networks, to, place }: QuestionsInChatOptions): readonly Asked[] {
  const id = `question ${question.id}`
  const asked = (key: string, target: Target, message: QuestionMessage): Asked => {
    const limits = networks.get(target.network)?.adapter.limits
    const { text, buttons } = limits ? shownOn(limits, message) : message
    return { key, target, parts: limits ? splitText(text, limits.text) : [text], buttons }
  }
  if (!isForOwner(question) || place.who.role === 'owner') return [asked(id, to, questionMessage(question))]
  const home = homeChatOf(networks, to.network)
  const hint = home
    ? 'It is asked in the home chat.'
    : `On the machine of the agent: \`hermes questions answer ${question.id} once\`.`
  const { name, id: person } = place.who.person
  return [
    asked(id, to, refusableMessage(question, hint)),
    ...(home ? [asked(`${id} home`, home, ownerMessage(question, name ?? person))] : []),
  ]
}

/** Returns the home chat of this network, otherwise the one of another network. */
function homeChatOf(networks: ChatNetworks, preferred: string) {
  const settings = Object.fromEntries(Array.from(networks, ([name, network]) => [name, network.settings]))
  const names = [preferred, ...networks.keys()]
  const name = names.find((each) => settings[each]?.home_chat !== undefined)
  return name === undefined ? undefined : parseTarget(name, settings)
}

import type { Question } from '@hermes/core/questions'
import { splitText } from '@hermes/platforms'
import { parseTarget } from '@hermes/platforms/messages'
import type { ChatNetworks } from '../network/chat-network.js'
import type { OutboundPayload } from '../network/payload.js'
import type { Outbox } from '../outbox/outbox.js'
import { isForOwner } from '../people/owner-consent.js'
import type { Place } from './places.js'
import { ownerMessage, type QuestionMessage, questionMessage, refusableMessage, shownOn } from './questions.js'

export interface AskInChatOptions {
  readonly outbox: Pick<Outbox, 'put'>
  readonly networks: ChatNetworks
  /** The chat of the turn. */
  readonly to: Target
  readonly place: Pick<Place, 'who'>
}

type Target = Pick<OutboundPayload, 'network' | 'address'>

/**
 * Shows a question in the chat of its turn. What only an owner may allow is also asked in the home chat, unless an owner wrote the message
 * of the turn.
 */
export async function askInChat(question: Question, { outbox, networks, to, place }: AskInChatOptions): Promise<void> {
  const id = `question ${question.id}`
  if (!isForOwner(question) || place.who.role === 'owner') return put(id, to, questionMessage(question))
  const home = homeChatOf(networks, to.network)
  const hint = home
    ? 'It is asked in the home chat.'
    : `On the machine of the agent: \`hermes questions answer ${question.id} once\`.`
  await put(id, to, refusableMessage(question, hint))
  const { name, id: person } = place.who.person
  if (home) await put(`${id} home`, home, ownerMessage(question, name ?? person))

  /** What is asked is shown in full. The buttons are below its last part. */
  async function put(key: string, target: Target, message: QuestionMessage): Promise<void> {
    const limits = networks.get(target.network)?.adapter.limits
    const { text, buttons } = limits ? shownOn(limits, message) : message
    const parts = limits ? splitText(text, limits.text) : [text]
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1
      await outbox.put(`${key}#${index}`, { ...target, text: part, ...(isLast && { buttons }) })
    }
  }
}

/** The home chat of this network, otherwise that of another one. */
function homeChatOf(networks: ChatNetworks, preferred: string) {
  const settings = Object.fromEntries(Array.from(networks, ([name, network]) => [name, network.settings]))
  const names = [preferred, ...networks.keys()]
  const name = names.find((each) => settings[each]?.home_chat !== undefined)
  return name === undefined ? undefined : parseTarget(name, settings)
}

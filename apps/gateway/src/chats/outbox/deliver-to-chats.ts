import { HermesError } from '@hermes/core'
import { splitText } from '@hermes/platforms'
import { type ConversationHome, type ConversationHomes, formatPlace, parseTarget } from '@hermes/platforms/messages'
import type { Delivery, Waiting } from '@hermes/scheduler'
import { type SentFiles, takeFiles } from '../files/take-files.js'
import type { ChatNetworks } from '../network/chat-network.js'
import type { ChatResults } from '../results/chat-results.js'
import { type ChatMessage, jobText } from './job-text.js'
import { mayAskWhy } from './may-ask-why.js'
import type { Outbox } from './outbox.js'
import { fileId, partId } from './part-ids.js'
import type { SendingState } from './sending-state.js'

type ChatPlace = Pick<ConversationHome, 'network' | 'address' | 'context'>

export interface ChatDelivery extends Omit<Delivery, 'send' | 'follow'> {
  /** Puts the text of a job into the outbox, once per id. */
  put(message: ChatMessage): Promise<Waiting>
  send(message: ChatMessage, options: { readonly signal: AbortSignal }): Promise<string | Waiting>
  follow(message: Pick<Waiting, 'messageIds'>): Promise<SendingState>
}

/**
 * Delivers to the targets `network`, `network:chat` and `network:chat:thread`, and to `origin` for a job that was created in a chat. The message is
 * put into the outbox, which survives the process.
 */
export function deliverToChats({
  networks,
  outbox,
  results,
  homes,
  wraps,
  folders,
}: {
  readonly networks: ChatNetworks
  readonly outbox: Pick<Outbox, 'put' | 'untilSent' | 'stateOf'>
  readonly results: Pick<ChatResults, 'keep'>
  readonly homes: Pick<ConversationHomes, 'of'>
  /** Whether a result shows the name of its job above it and, for those who may use it, the command that explains it below. Notices always show the name. */
  readonly wraps: () => boolean
  readonly folders: SentFiles
}): ChatDelivery {
  async function placeOf({ target, job: { origin } }: ChatMessage): Promise<ChatPlace> {
    if (target !== 'origin') {
      const settings = Object.fromEntries(Array.from(networks, ([name, network]) => [name, network.settings]))
      return parseTarget(target, settings)
    }
    const home = origin === undefined ? undefined : await homes.of(origin)
    if (!home) throw new HermesError('schedule/job', 'No chat created this job.')
    const { key: _key, sender: _sender, ...place } = home
    return place
  }

  async function put(message: ChatMessage): Promise<Waiting> {
    const { id, kind, text, job, run } = message
    const place = await placeOf(message)
    const { network: name, address } = place
    const network = networks.get(name)
    const limits = network?.adapter.limits
    const { text: shown, files } = await takeFiles(text, folders, limits ?? {})
    const isFramed = kind === 'notice' || wraps()
    const whole = jobText(
      { kind, text: shown, job },
      { hasName: isFramed, hasStory: isFramed && network !== undefined && mayAskWhy(message, address, network) },
    )
    const parts = limits ? splitText(whole, limits.text) : [whole]
    const result = {
      id,
      job: job.name,
      text: shown,
      ...(run.sessionId !== undefined && { sessionId: run.sessionId }),
    }
    // Kept before its messages are sent, because they add their ids to it.
    if (!isSaidThere(message)) await results.keep(name, address, result)
    const messages = [
      ...parts.map((part, index) => ({ id: partId(id, index), content: { text: part, resultId: id } })),
      ...files.map((file, index) => ({ id: fileId(id, index), content: { text: '', file } })),
    ]
    for (const { id, content } of messages) await outbox.put(id, { ...place, ...content })
    return { where: `${name}:${formatPlace(address)}`, messageIds: messages.map(({ id }) => id) }
  }

  return {
    serves: (target) => networks.has(target.split(':', 1)[0] ?? ''),
    isIdempotent: true,
    put,
    follow: ({ messageIds }) => outbox.stateOf(messageIds),
    async send(message, { signal }) {
      const waiting = await put(message)
      return (await outbox.untilSent(waiting.messageIds, signal)) ? waiting.where : waiting
    },
  }
}

/** Whether the conversation of the chat already has the text, because the run was a turn of it. */
function isSaidThere({ kind, job, run }: ChatMessage): boolean {
  return kind === 'result' && job.enters !== undefined && job.enters === run.sessionId
}

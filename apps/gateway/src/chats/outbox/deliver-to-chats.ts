import { splitText } from '@hermes/platforms'
import { parseTarget } from '@hermes/platforms/messages'
import type { Delivery } from '@hermes/scheduler'
import { type SentFiles, takeFiles } from '../files/take-files.js'
import type { ChatNetworks } from '../network/chat-network.js'
import type { ChatResults } from '../results/chat-results.js'
import { type ChatMessage, jobText } from './job-text.js'
import type { Outbox } from './outbox.js'

export interface ChatDelivery extends Omit<Delivery, 'send'> {
  send(message: ChatMessage): Promise<string>
}

/** The targets `network`, `network:chat` and `network:chat:thread`: a message of the outbox, which survives the process. */
export function deliverToChats({
  networks,
  outbox,
  results,
  wraps,
  folders,
}: {
  readonly networks: ChatNetworks
  readonly outbox: Pick<Outbox, 'put'>
  readonly results: Pick<ChatResults, 'keep'>
  /** Whether a result has the name of its job above it, and below it how to find its story. Notices always have the name. */
  readonly wraps: () => boolean
  readonly folders: SentFiles
}): ChatDelivery {
  return {
    serves: (target) => networks.has(target.split(':', 1)[0] ?? ''),
    isIdempotent: true,
    async send({ id, target, kind, text, job, run: { sessionId } }) {
      const settings = Object.fromEntries(Array.from(networks, ([name, network]) => [name, network.settings]))
      const { network: name, address } = parseTarget(target, settings)
      const limits = networks.get(name)?.adapter.limits
      const { text: shown, files } = await takeFiles(text, folders, limits ?? {})
      const whole = jobText({ kind, text: shown, job }, wraps())
      const parts = limits ? splitText(whole, limits.text) : [whole]
      const result = { id, job: job.name, text: shown, ...(sessionId !== undefined && { sessionId }) }
      // Before its messages, which note their ids with it.
      await results.keep(name, address, result)
      for (const [index, part] of parts.entries()) {
        await outbox.put(`${id}#${index}`, { network: name, address, text: part, resultId: id })
      }
      for (const [index, file] of files.entries()) {
        await outbox.put(`${id}#file${index}`, { network: name, address, text: '', file })
      }
      return target
    },
  }
}

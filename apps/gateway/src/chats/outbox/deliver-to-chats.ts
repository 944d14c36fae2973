import { splitText } from '@hermes/platforms'
import { parseTarget } from '@hermes/platforms/messages'
import type { Delivery } from '@hermes/scheduler'
import type { ChatNetworks } from '../network/chat-network.js'
import { jobText } from './job-text.js'
import type { Outbox } from './outbox.js'

/** The targets `network`, `network:chat` and `network:chat:thread`: a message of the outbox, which survives the process. */
export function deliverToChats({
  networks,
  outbox,
  wraps,
}: {
  readonly networks: ChatNetworks
  readonly outbox: Pick<Outbox, 'put'>
  /** Whether a result has the name of its job above it, and below it how to find its story. Notices always have the name. */
  readonly wraps: () => boolean
}): Delivery {
  return {
    serves: (target) => networks.has(target.split(':', 1)[0] ?? ''),
    isIdempotent: true,
    async send({ id, target, kind, text, job }) {
      const settings = Object.fromEntries(Array.from(networks, ([name, network]) => [name, network.settings]))
      const { network: name, address } = parseTarget(target, settings)
      const limit = networks.get(name)?.adapter.limits.text
      const whole = jobText({ kind, text, job }, wraps())
      const parts = limit ? splitText(whole, limit) : [whole]
      for (const [index, part] of parts.entries()) {
        await outbox.put(`${id}#${index}`, { network: name, address, text: part })
      }
      return target
    },
  }
}

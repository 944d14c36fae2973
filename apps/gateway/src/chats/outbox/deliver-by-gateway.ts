import { HermesError } from '@hermes/core'
import { type ChatTarget, createConversationHomes, formatPlace, parseTarget } from '@hermes/platforms/messages'
import type { RuntimeHost } from '@hermes/runtime'
import type { Delivery } from '@hermes/scheduler'
import { putJobMessage } from './job-messages.js'
import { sendingState } from './sending-state.js'

/**
 * Returns deliveries to the chats of a home, for a process that is not connected to their networks. The text of a job is stored, and waits for a
 * gateway.
 * @returns none for a store without a work queue.
 */
export function deliverByGateway(host: Pick<RuntimeHost, 'store' | 'config'>): readonly Delivery[] {
  const { queue, values } = host.store
  if (!queue || !values) return []
  const homes = createConversationHomes(values)

  async function placeOf(target: string, origin: string | undefined): Promise<ChatTarget> {
    if (target !== 'origin') return parseTarget(target, host.config.platforms)
    const home = origin === undefined ? undefined : await homes.of(origin)
    if (home) return home
    throw new HermesError('schedule/job', 'No chat created this job.')
  }

  return [
    {
      serves(target) {
        const [network = ''] = target.split(':', 1)
        const { platforms } = host.config
        return Object.hasOwn(platforms, network) && platforms[network]?.enabled === true
      },
      isIdempotent: true,
      follow: ({ messageIds }) => sendingState(queue, messageIds),
      async send(message) {
        const { id, target, job } = message
        const place = await placeOf(target, job.origin)
        await putJobMessage(queue, message, place)
        return { where: `${place.network}:${formatPlace(place.address)}`, messageIds: [id] }
      },
    },
  ]
}

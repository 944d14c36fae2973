import type { Delivery } from '@hermes/scheduler'
import { notConnected } from './not-connected.js'

/** Refuses deliveries to the chats of all networks that no other delivery serves. */
export const refuseChats: Delivery = {
  serves: (target) => target !== 'local' && target !== 'origin',
  async send({ target }) {
    throw notConnected(target.split(':', 1)[0] ?? target)
  },
}

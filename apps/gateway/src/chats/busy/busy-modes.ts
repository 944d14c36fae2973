import type { BusyMode, ConversationKey } from '@hermes/conversations'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import { storedValue } from '../../stored-value.js'
import type { ChatNetwork } from '../network/chat-network.js'

/** What messages do during a turn, where people have chosen it for their conversation. A choice survives restarts and `/new`. */
export interface BusyModes {
  /** Returns the chosen mode, otherwise that of the network. */
  of(key: ConversationKey, network: Pick<ChatNetwork, 'settings'>): Promise<BusyMode>
  set(key: ConversationKey, mode: BusyMode): Promise<void>
}

const namespace = 'chat-busy'
const modeSchema = z.enum(['queue', 'steer', 'interrupt'])

export function createBusyModes(values: ValueTable): BusyModes {
  return {
    of: async (key, { settings }) => storedValue(modeSchema, await values.get(namespace, key)) ?? settings.busy_mode,
    async set(key, mode) {
      await values.update(namespace, key, () => mode)
    },
  }
}

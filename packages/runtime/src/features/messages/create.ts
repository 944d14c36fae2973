import { createConversationHomes, sendMessageTool } from '@hermes/platforms/messages'
import type { CreateFeature } from '../../host.js'
import type { Config } from '../../schema/config-schema.js'

/** Creates `send_message`. A gateway that is connected to the networks sends what the tool stores. */
export const createMessages: CreateFeature<Config['platforms']> = async ({ settings, store }) => {
  const { queue, values, sessions } = store
  if (!queue || !values) return undefined
  const platforms = Object.fromEntries(Object.entries(settings).filter(([, { enabled }]) => enabled))
  const homes = createConversationHomes(values)
  return { name: 'messages', tools: [sendMessageTool({ queue, sessions, homes, platforms })] }
}

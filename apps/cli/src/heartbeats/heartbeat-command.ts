import type { Command } from '@hermes/conversations/commands'
import { aboutHeartbeat, type Heartbeat, noHeartbeat, parseHeartbeat } from '@hermes/runtime'
import { english } from '@hermes/safety/language'
import type { Heartbeats } from './heartbeats.js'

/** Creates `/heartbeat` of a terminal. This process shows the conversation, so it is the one to continue it. */
export function heartbeatCommand(heartbeats: Heartbeats): Command {
  return {
    ...aboutHeartbeat,
    surfaces: ['terminal'],
    async run(args, context) {
      const { conversation } = context
      const given = args.trim()
      if (given.toLowerCase() === 'off') {
        const text = heartbeats.end(conversation) ? english`The heartbeat has ended.` : noHeartbeat
        return { type: 'text', text }
      }
      if (given !== '') heartbeats.begin(parseHeartbeat(given), context)
      const present = heartbeats.of(conversation)
      return { type: 'text', text: present ? described(present) : noHeartbeat }
    },
  }
}

function described({ schedule, prompt }: Heartbeat): string {
  return english`${schedule}, as long as this session is open here, and whenever it is idle: ${prompt}`
}

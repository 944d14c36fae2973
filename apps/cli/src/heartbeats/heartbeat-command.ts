import type { Command } from '@hermes/conversations/commands'
import { type Heartbeat, parseHeartbeat } from '@hermes/runtime'
import { english } from '@hermes/safety/language'
import type { Heartbeats } from './heartbeats.js'

/** `/heartbeat` of a terminal: this process sees the conversation, so it is the one to continue it. */
export function heartbeatCommand(heartbeats: Heartbeats): Command {
  return {
    name: 'heartbeat',
    aliases: ['hb'],
    usage: '[every DURATION PROMPT | off]',
    description: 'let a prompt come again and again in this session while it is idle',
    category: 'session',
    surfaces: ['terminal'],
    complete: async (prefix) => ['every', 'off'].filter((word) => word.startsWith(prefix)).map((text) => ({ text })),
    async run(args, context) {
      const { conversation } = context
      const given = args.trim()
      if (given.toLowerCase() === 'off') {
        const text = heartbeats.end(conversation) ? english`The heartbeat has ended.` : none
        return { type: 'text', text }
      }
      if (given !== '') heartbeats.begin(parseHeartbeat(given), context)
      const present = heartbeats.of(conversation)
      return { type: 'text', text: present ? described(present) : none }
    },
  }
}

const none = english`There is no heartbeat here: /heartbeat every 30m check the build sets one.`

function described({ schedule, prompt }: Heartbeat): string {
  return english`${schedule}, as long as this session is open here, and whenever it is idle: ${prompt}`
}

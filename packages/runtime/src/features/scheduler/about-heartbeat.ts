import { english } from '@hermes/safety/language'

/** The description of `/heartbeat` for help and completion, in chats and in terminals. */
export const aboutHeartbeat = {
  name: 'heartbeat',
  aliases: ['hb'],
  usage: '[every DURATION PROMPT | off]',
  description: 'let a prompt come again and again in this session while it is idle',
  category: 'session',
  complete: async (prefix: string) =>
    ['every', 'off'].filter((word) => word.startsWith(prefix)).map((text) => ({ text })),
} as const

/** The answer if there is no heartbeat. */
export const noHeartbeat = english`There is no heartbeat here: /heartbeat every 30m check the build sets one.`

import { english } from '@hermes/safety/language'

/** What help and completion say of `/heartbeat`, in chats and in terminals. */
export const aboutHeartbeat = {
  name: 'heartbeat',
  aliases: ['hb'],
  usage: '[every DURATION PROMPT | off]',
  description: 'let a prompt come again and again in this session while it is idle',
  category: 'session',
  complete: async (prefix: string) =>
    ['every', 'off'].filter((word) => word.startsWith(prefix)).map((text) => ({ text })),
} as const

/** The answer where there is none. */
export const noHeartbeat = english`There is no heartbeat here: /heartbeat every 30m check the build sets one.`

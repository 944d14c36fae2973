import type { CompressOptions, Message } from '@hermes/core'

interface Tail {
  readonly protectLast: number
  readonly tailTokens?: number | undefined
}

/** Applies `keepLast` to the settings: the tail has exactly that number of exchanges. */
export function withKeepLast<Settings extends Tail>(
  settings: Settings,
  messages: readonly Message[],
  { keepLast }: CompressOptions,
): Settings {
  if (keepLast === undefined) return settings
  const asked = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : []))
  const line = asked.at(-Math.max(1, keepLast)) ?? 0
  return { ...settings, protectLast: messages.length - line, tailTokens: 0 }
}

import type { CompressOptions, Message } from '@hermes/core'

interface Tail {
  readonly protectLast: number
  readonly tailTokens?: number | undefined
}

/** The settings of the end where the user has drawn the line: so many exchanges, and nothing beyond them. */
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

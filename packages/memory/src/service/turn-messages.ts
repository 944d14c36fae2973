import type { ServiceTurn } from './memory-service.js'

export interface TurnMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/** Formats a turn as messages, for services that keep conversations. */
export function turnMessages({ user, assistant }: Pick<ServiceTurn, 'user' | 'assistant'>): readonly TurnMessage[] {
  const said: TurnMessage = { role: 'user', content: user }
  return assistant === undefined ? [said] : [said, { role: 'assistant', content: assistant }]
}

import type { ServiceTurn } from './memory-service.js'

/**
 * Formats a turn as one text, for services that keep documents. Parts of it come back as memories, so it has no role
 * markers, which would be refused as attempts to manipulate the agent.
 */
export function turnText({ user, assistant }: Pick<ServiceTurn, 'user' | 'assistant'>): string {
  return assistant === undefined ? user : `The person said:\n${user}\n\nThe answer was:\n${assistant}`
}

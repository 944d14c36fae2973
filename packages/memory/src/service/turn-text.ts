import type { ServiceTurn } from './memory-service.js'

/**
 * A turn as one text, for services that keep documents. Parts of it come back as memories: without marks of roles, which are refused there
 * as attempts to manipulate the agent.
 */
export function turnText({ user, assistant }: Pick<ServiceTurn, 'user' | 'assistant'>): string {
  return assistant === undefined ? user : `The person said:\n${user}\n\nThe answer was:\n${assistant}`
}

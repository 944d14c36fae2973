import type { Remedy } from '@hermes/core'

/** Returns the command that repairs the settings of a gateway, to append to a sentence: ` Try: hermes config migrate`. Empty if there is none. */
export function triedCommand(remedy: Remedy | undefined): string {
  if (remedy?.type === 'migrate') return ' Try: hermes config migrate'
  return remedy?.type === 'set-up-network' ? ' Try: hermes gateway setup' : ''
}

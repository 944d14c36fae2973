import type { Remedy } from '@hermes/core'

/** The command that mends the settings of a gateway, to complete a sentence: ` Try: hermes config migrate`. Empty: none does. */
export function triedCommand(remedy: Remedy | undefined): string {
  if (remedy?.type === 'migrate') return ' Try: hermes config migrate'
  return remedy?.type === 'set-up-network' ? ' Try: hermes gateway setup' : ''
}

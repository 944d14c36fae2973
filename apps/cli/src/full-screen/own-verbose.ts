import { chooseVerbosity, type Display, verboseCommand } from '@hermes/conversations/commands'
import type { OwnCommand } from './own-commands.js'

/** `/verbose`: changes what this terminal shows of a turn. */
export function ownVerbose(display: Display): OwnCommand {
  return {
    ...verboseCommand({ display }),
    complete: async (prefix) =>
      ['off', 'tools', 'all'].filter((name) => name.startsWith(prefix)).map((text) => ({ text })),
    run: async (args) => chooseVerbosity(args, display),
  }
}

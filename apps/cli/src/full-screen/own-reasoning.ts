import { chooseReasoningView, type ReasoningServices, reasoningCommand } from '@hermes/conversations/commands'
import type { OwnCommand } from './own-commands.js'

/** `/reasoning show | hide | full | clamp`. Efforts are for the server. */
export function ownReasoning(services: ReasoningServices): OwnCommand {
  return { ...reasoningCommand(services), run: (args) => chooseReasoningView(args, services) }
}

import { chooseReasoningView, type ReasoningServices, reasoningCommand } from '@hermes/conversations/commands'
import type { OwnCommand } from './own-commands.js'

/** `/reasoning show | hide | full | clamp`. The server handles efforts. */
export function ownReasoning(services: ReasoningServices): OwnCommand {
  return { ...reasoningCommand(services), run: (args) => chooseReasoningView(args, services) }
}

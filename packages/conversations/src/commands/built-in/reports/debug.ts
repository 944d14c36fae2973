import type { Command, CommandContext } from '../../command.js'
import { type Fact, factTable } from './status.js'

export interface DebugServices {
  /** The details for a bug report: versions, platform, log file. No secrets. */
  readonly diagnostics: (context: CommandContext) => Promise<readonly Fact[]>
}

/** `/debug`: shows the details for a bug report. */
export function debugCommand({ diagnostics }: DebugServices): Command {
  return {
    name: 'debug',
    description: 'show details for a bug report',
    category: 'info',
    surfaces: ['terminal', 'rpc', 'editor'],
    who: 'admin',
    async run(_, context) {
      const { conversation, conversations } = context
      const { activity, queued, busyMode } = conversation.state
      return factTable([
        ...(await diagnostics(context)),
        { name: 'Session', value: conversation.id },
        { name: 'State', value: `${activity}, ${queued.length} queued, busy mode ${busyMode}` },
        { name: 'Choice', value: JSON.stringify(conversation.choice) },
        { name: 'Live conversations', value: conversations.live.length },
      ])
    },
  }
}

import type { QuickCommand } from '@hermes/conversations/commands'
import type { Config } from '@hermes/runtime'

/** The quick commands of the config in the form of the command table. */
export function quickCommandsOf({ quick_commands }: Pick<Config, 'quick_commands'>): Record<string, QuickCommand> {
  return Object.fromEntries(
    Object.entries(quick_commands).map(([name, definition]): [string, QuickCommand] => {
      const { description, replaces } = definition
      const facts = { ...(description !== undefined && { description }), ...(replaces !== undefined && { replaces }) }
      if (definition.type === 'alias') return [name, { type: 'alias', target: definition.target, ...facts }]
      const { command, timeout } = definition
      const limit = timeout === undefined ? {} : { timeoutMs: timeout * 1000 }
      return [name, { type: 'exec', command, ...limit, ...facts }]
    }),
  )
}

import type { OwnCommands } from '@hermes/tui'
import type { TerminalCommand } from '../terminal-commands/terminal-command.js'

/** The commands of this terminal, also for a server elsewhere. */
export function ownCommands(commands: readonly TerminalCommand[]): OwnCommands {
  return {
    list: commands.map(({ name, usage, description, category }) => ({
      name,
      aliases: [],
      whileRunning: 'at-once',
      description,
      category,
      ...(usage !== undefined && { usage }),
    })),
    async run(line) {
      const [, name, args = ''] = /^\/(\w+)(?:\s+(.*))?$/s.exec(line.trim()) ?? []
      return commands.find((command) => command.name === name)?.run(args)
    },
  }
}

import type { OwnCommands } from '@hermes/tui'
import type { TerminalCommand } from '../terminal-commands/terminal-command.js'

/** A command of the terminal. `run` returns `undefined` if the arguments are for the server's command of the same name. */
export interface OwnCommand extends Omit<TerminalCommand, 'run'> {
  run(args: string): Promise<Awaited<ReturnType<TerminalCommand['run']>> | undefined>
}

/** Creates the commands of this terminal, which also work with a remote server. */
export function ownCommands(commands: readonly OwnCommand[]): OwnCommands {
  const find = (name: string | undefined) => commands.find((command) => command.name === name)
  return {
    list: commands.map(({ name, usage, description, category }) => ({
      name,
      aliases: [],
      whileRunning: 'at-once',
      description,
      category,
      ...(usage !== undefined && { usage }),
    })),
    async complete(line) {
      const [start = '', name] = /^\/(\w+)\s+/.exec(line) ?? []
      const command = find(name)
      if (!command) return undefined
      return { start: start.length, completions: (await command.complete?.(line.slice(start.length))) ?? [] }
    },
    async run(line) {
      const [, name, args = ''] = /^\/(\w+)(?:\s+(.*))?$/s.exec(line.trim()) ?? []
      return find(name)?.run(args)
    },
  }
}

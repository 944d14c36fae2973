import type { CommandOutcome, TableOutcome } from '../../contracts/command-outcome.js'
import type { Command, CommandContext } from '../command.js'
import { readConfirmed } from '../confirm.js'

export interface HelpServices {
  /** Stands below the list: the keys of a terminal, say. */
  readonly note?: (context: CommandContext) => string | undefined
}

/** `/help`: what a person may run here. */
export function helpCommand({ note }: HelpServices = {}): Command {
  return {
    name: 'help',
    aliases: ['?'],
    usage: '[command]',
    description: 'list the commands, or explain one',
    category: 'info',
    who: 'anyone',
    complete: async (prefix, { commands }) =>
      commands
        .filter(({ name }) => name.startsWith(prefix))
        .map(({ name: text, description: detail }) => ({ text, detail })),
    async run(args, context) {
      const wanted = args.replace(/^\//, '').toLowerCase()
      if (wanted === '') return commandList(context.commands, note?.(context))
      const found = context.commands.find(({ name, aliases }) => name === wanted || aliases?.includes(wanted))
      return found ? explain(found) : { type: 'error', text: `There is no command /${wanted} here. /help lists them.` }
    },
  }
}

/** Commands as a table of what to type and what it does. */
export function commandList(commands: readonly Command[], note?: string): TableOutcome {
  return {
    type: 'table',
    columns: [
      { key: 'command', label: 'Command' },
      { key: 'description', label: 'Description' },
    ],
    rows: commands.map((command) => ({ command: callOf(command), description: described(command) })),
    ...(note !== undefined && { note }),
  }
}

function callOf({ name, usage }: Command): string {
  return usage ? `/${name} ${usage}` : `/${name}`
}

function described({ description, aliases = [] }: Command): string {
  return aliases.length === 0 ? description : `${description} (${aliases.map((alias) => `/${alias}`).join(', ')})`
}

const whileRunning = {
  'at-once': 'runs at once, also during a turn',
  after: 'waits for the end of a running turn',
  refused: 'is refused while a turn runs',
} as const

function explain(command: Command): CommandOutcome {
  const { description, aliases = [], surfaces, isDestructive } = command
  const facts = [
    aliases.length > 0 && `Also ${aliases.map((alias) => `\`/${alias}\``).join(', ')}.`,
    surfaces && `For ${surfaces.join(', ')}.`,
    `It ${whileRunning[command.whileRunning ?? 'at-once']}.`,
    isDestructive && `It asks for confirmation; ${confirmWords} at the end of the line gives it.`,
  ]
  return { type: 'text', text: [`\`${callOf(command)}\`: ${description}.`, ...facts.filter(Boolean)].join('\n') }
}

const confirmWords = ['now', '-y']
  .filter((word) => readConfirmed(word).answer)
  .map((word) => `\`${word}\``)
  .join(' or ')

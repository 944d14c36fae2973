import type { CommandOutcome, TableOutcome } from '../../../contracts/command-outcome.js'
import type { Command, CommandContext } from '../../command.js'
import { readConfirmed } from '../../confirm.js'

export interface HelpServices {
  /** Shown below the list, such as the keys of a terminal. */
  readonly note?: (context: CommandContext) => string | undefined
}

/** How many commands of skills, plugins and settings the overview in a chat lists. */
const mostAdded = 12

/** `/help`: lists the available commands. */
export function helpCommand({ note }: HelpServices = {}): Command {
  return {
    name: 'help',
    aliases: ['?'],
    usage: '[command]',
    description: 'list commands, or explain one',
    category: 'info',
    who: 'anyone',
    complete: async (prefix, { commands }) =>
      commands
        .filter(({ name }) => name.startsWith(prefix))
        .map(({ name: text, description: detail }) => ({ text, detail })),
    async run(args, context) {
      const wanted = args.replace(/^\//, '').toLowerCase()
      if (wanted === '') return overview(context, note?.(context))
      const found = context.commands.find(({ name, aliases }) => name === wanted || aliases?.includes(wanted))
      return found ? explain(found) : { type: 'error', text: `There is no command /${wanted} here. /help lists them.` }
    },
  }
}

/** Lists what fits into a message or two of a chat. Skills alone often outnumber the other commands. */
function overview({ commands, surface }: CommandContext, note?: string): TableOutcome {
  const added = commands.filter(({ category }) => category === 'extension')
  if (surface.kind !== 'chat' || added.length <= mostAdded) return commandList(commands, note)
  const more = `${added.length} more are of skills, plugins and the settings: /commands lists all.`
  const listed = commands.filter(({ category }) => category !== 'extension')
  return commandList(listed, note === undefined ? more : `${more}\n${note}`)
}

/** Returns a table of commands with usage and description. */
export function commandList(commands: readonly Command[], note?: string): TableOutcome {
  return {
    type: 'table',
    columns: [
      { key: 'command', label: 'Command' },
      { key: 'description', label: 'Description', format: 'words' },
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
  'at-once': 'runs immediately, even during a turn',
  after: 'waits for the end of a running turn',
  refused: 'is rejected during a turn',
} as const

function explain(command: Command): CommandOutcome {
  const { description, aliases = [], surfaces, isDestructive } = command
  const facts = [
    aliases.length > 0 && `Also ${aliases.map((alias) => `\`/${alias}\``).join(', ')}.`,
    surfaces && `For ${surfaces.join(', ')}.`,
    `It ${whileRunning[command.whileRunning ?? 'at-once']}.`,
    isDestructive && `It asks for confirmation; ${confirmWords} at the end of the line confirms it.`,
  ]
  return { type: 'text', text: [`\`${callOf(command)}\`: ${description}.`, ...facts.filter(Boolean)].join('\n') }
}

const confirmWords = ['now', '-y']
  .filter((word) => readConfirmed(word).answer)
  .map((word) => `\`${word}\``)
  .join(' or ')

import type { Command, CommandCategory } from '../command.js'

const titles: Readonly<Record<CommandCategory, string>> = {
  session: 'Sessions',
  control: 'The running turn',
  model: 'The model',
  settings: 'Settings',
  tools: 'Tools',
  info: 'Information',
  extension: 'Extensions',
}

/** Renders the commands of the documentation page, by category. */
export function commandTables(commands: readonly Command[]): string {
  const groups = Map.groupBy(commands, ({ category }): string => category)
  return Object.entries(titles)
    .flatMap(([category, title]) => {
      const members = groups.get(category) ?? []
      return members.length === 0 ? [] : [`## ${title}\n\n${toTable(members)}`]
    })
    .join('\n\n')
}

function toTable(commands: readonly Command[]): string {
  const rows = commands.map((command) => `| ${callOf(command)} | ${command.description} | ${notesOf(command)} |`)
  return ['| Command | What it does | Notes |', '|---|---|---|', ...rows].join('\n')
}

function callOf({ name, usage = '', aliases = [] }: Command): string {
  const call = `\`/${name}${usage === '' ? '' : ` ${usage}`}\``.replaceAll('|', '\\|')
  return [call, ...aliases.map((alias) => `\`/${alias}\``)].join(', ')
}

function notesOf({ surfaces, who = 'user', whileRunning = 'at-once', isDestructive }: Command): string {
  return [
    surfaces && `${surfaces.join(', ')} only`,
    who !== 'user' && `for ${who === 'anyone' ? 'anyone' : 'admins'}`,
    whileRunning === 'after' && 'waits for a running turn',
    whileRunning === 'refused' && 'not during a turn',
    isDestructive && 'asks first',
  ]
    .filter(Boolean)
    .join('; ')
}

import type { Command } from '../../command.js'
import { commandList } from './help.js'

const pageSize = 20

/** `/commands [page]`: lists all commands page by page, for small screens. */
export function commandsCommand(): Command {
  return {
    name: 'commands',
    usage: '[page]',
    description: 'list commands page by page',
    category: 'info',
    who: 'anyone',
    async run(args, { commands }) {
      const pages = Math.max(1, Math.ceil(commands.length / pageSize))
      const page = args === '' ? 1 : Number(args)
      if (!Number.isInteger(page) || page < 1 || page > pages) {
        return { type: 'error', text: `There are ${pages} pages: /commands 1 shows the first one.` }
      }
      const next = page < pages ? ` /commands ${page + 1} shows the next one.` : ''
      return commandList(commands.slice((page - 1) * pageSize, page * pageSize), `Page ${page} of ${pages}.${next}`)
    },
  }
}

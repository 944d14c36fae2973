import { type AutocompleteProvider, fuzzyFilter } from '@earendil-works/pi-tui'
import type { ResultOf } from '@hermes/rpc/schemas'

export interface CommandSource {
  commands(): ResultOf<'commands.catalog'>['commands']
  /** Completions of the arguments of a line. */
  complete(line: string): Promise<ResultOf<'complete.slash'>>
}

/** Suggests commands for a line that starts with `/`, and then their arguments. */
export function completeCommands(source: CommandSource): AutocompleteProvider {
  return {
    triggerCharacters: ['/'],
    async getSuggestions(lines, cursorLine, cursorCol) {
      const line = (lines[0] ?? '').slice(0, cursorCol)
      if (cursorLine !== 0 || !line.startsWith('/')) return null
      const name = line.slice(1)
      if (!name.includes(' ')) {
        const found = fuzzyFilter([...source.commands()], name, (command) => command.name)
        const items = found.map((command) => ({
          value: `/${command.name}`,
          label: `/${command.name}`,
          description: command.description,
        }))
        return items.length > 0 ? { items, prefix: line } : null
      }
      const { start, completions } = await source.complete(line)
      const items = completions.map(({ text, detail }) => ({
        value: text,
        label: text,
        ...(detail !== undefined && { description: detail }),
      }))
      return items.length > 0 ? { items, prefix: line.slice(start) } : null
    },
    applyCompletion(lines, cursorLine, cursorCol, { value }, prefix) {
      const line = lines[cursorLine] ?? ''
      const start = cursorCol - prefix.length
      const text = value.startsWith('/') ? `${value} ` : value
      const changed = `${line.slice(0, start)}${text}${line.slice(cursorCol)}`
      return { lines: lines.with(cursorLine, changed), cursorLine, cursorCol: start + text.length }
    },
  }
}

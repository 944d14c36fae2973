import { type AutocompleteProvider, type AutocompleteSuggestions, fuzzyFilter } from '@earendil-works/pi-tui'
import type { ResultOf } from '@hermes/rpc/schemas'

export interface CompletionSource {
  commands(): ResultOf<'commands.catalog'>['commands']
  /** Returns completions for the arguments of a line. */
  complete(line: string): Promise<ResultOf<'complete.slash'>>
  /** Returns paths that match a part of a name. Absent: prompts name no files. */
  files?(query: string): Promise<readonly string[]>
}

/** Suggests commands for a line that starts with `/`, then their arguments, and files after an `@`. */
export function completeInput(source: CompletionSource): AutocompleteProvider {
  return {
    triggerCharacters: ['/', ...(source.files ? ['@'] : [])],
    async getSuggestions(lines, cursorLine, cursorCol) {
      const line = (lines[cursorLine] ?? '').slice(0, cursorCol)
      if (cursorLine === 0 && line.startsWith('/')) return suggestCommands(line, source)
      const [, query] = /(?:^|\s)@(\S*)$/.exec(line) ?? []
      return query === undefined || !source.files ? null : suggestFiles(query, await source.files(query))
    },
    applyCompletion(lines, cursorLine, cursorCol, { value }, prefix) {
      const line = lines[cursorLine] ?? ''
      // A fast typist may press Enter before the suggestions are updated.
      if (!line.slice(0, cursorCol).endsWith(prefix)) return { lines, cursorLine, cursorCol }
      const start = cursorCol - prefix.length
      const text = /^[/@]/.test(value) ? `${value} ` : value
      const changed = `${line.slice(0, start)}${text}${line.slice(cursorCol)}`
      return { lines: lines.with(cursorLine, changed), cursorLine, cursorCol: start + text.length }
    },
  }
}

async function suggestCommands(line: string, source: CompletionSource): Promise<AutocompleteSuggestions | null> {
  const name = line.slice(1)
  if (!name.includes(' ')) {
    const commands = source.commands()
    // Enter sends the first suggestion, so a command with that alias must come before others.
    const named = commands.filter((command) => command.aliases.includes(name))
    const found = [...new Set([...named, ...fuzzyFilter([...commands], name, (command) => command.name)])]
    const items = found.map((command) => ({
      value: `/${command.name}`,
      label: `/${command.name}`,
      description: command.description,
    }))
    return items.length > 0 ? { items, prefix: line } : null
  }
  const { start, completions } = await source.complete(line)
  // Otherwise Enter would accept the suggestion, and only the next Enter would send the line.
  if (completions.some(({ text }) => text === line.slice(start))) return null
  const items = completions.map(({ text, detail }) => ({
    value: text,
    label: text,
    ...(detail !== undefined && { description: detail }),
  }))
  return items.length > 0 ? { items, prefix: line.slice(start) } : null
}

function suggestFiles(query: string, paths: readonly string[]): AutocompleteSuggestions | null {
  // A path with spaces is quoted.
  const items = paths.map((path) => ({ value: /\s/.test(path) ? `@"${path}"` : `@${path}`, label: path }))
  return items.length > 0 ? { items, prefix: `@${query}` } : null
}

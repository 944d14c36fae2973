import type { Translate } from '@hermes/safety/language'
import type { ChoiceOutcome, CommandOutcome, TableOutcome } from '../contracts/command-outcome.js'

/**
 * Translates the outcome of a command into the language of the reader. Data stays unchanged: titles, models, messages.
 */
export function translateOutcome(outcome: CommandOutcome, t: Translate): CommandOutcome {
  if (t.language === 'en') return outcome
  switch (outcome.type) {
    case 'text':
    case 'error':
    case 'confirm':
      return { ...outcome, text: t.of(outcome.text) }
    case 'open':
    case 'leave':
      return outcome.text === undefined ? outcome : { ...outcome, text: t.of(outcome.text) }
    case 'form':
      return { ...outcome, prompt: t.of(outcome.prompt) }
    case 'choice':
      return translateChoice(outcome, t)
    case 'table':
      return translateTable(outcome, t)
    default:
      return outcome
  }
}

function translateChoice(outcome: ChoiceOutcome, t: Translate): ChoiceOutcome {
  const options = outcome.options.map((option) =>
    option.detail === undefined ? option : { ...option, detail: t.of(option.detail) },
  )
  return { ...outcome, prompt: t.of(outcome.prompt), options }
}

function translateTable(outcome: TableOutcome, t: Translate): TableOutcome {
  const { columns, rows, title, note } = outcome
  const ofWords = new Set(columns.filter(({ format }) => format === 'words').map(({ key }) => key))
  return {
    ...outcome,
    ...(title !== undefined && { title: t.of(title) }),
    ...(note !== undefined && { note: t.of(note) }),
    columns: columns.map((column) => ({ ...column, label: t.of(column.label) })),
    rows: rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, cell]) => [
          key,
          ofWords.has(key) && typeof cell === 'string' ? inWords(cell, t) : cell,
        ]),
      ),
    ),
  }
}

/** Translates a cell. A mark precedes what belongs to the row above. */
function inWords(cell: string, t: Translate): string {
  return cell.startsWith('· ') ? `· ${t.of(cell.slice(2))}` : t.of(cell)
}

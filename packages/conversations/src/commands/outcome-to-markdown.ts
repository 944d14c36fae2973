import { textOf } from '@hermes/core'
import type {
  ChoiceOutcome,
  CommandOutcome,
  FormOutcome,
  TableCell,
  TableColumn,
  TableOutcome,
} from '../contracts/command-outcome.js'

/** Converts the outcome of a command to Markdown, for surfaces that only show text. */
export function outcomeToMarkdown(outcome: CommandOutcome): string {
  switch (outcome.type) {
    case 'text':
    case 'error':
      return outcome.text
    case 'table':
      return tableToMarkdown(outcome)
    case 'choice':
      return choiceToMarkdown(outcome)
    case 'form':
      return formToMarkdown(outcome)
    case 'diff':
      return paragraphs([outcome.title, fenced(outcome.diff)])
    case 'confirm':
      return paragraphs([outcome.text, `Confirm with \`${outcome.confirm}\`.`])
    case 'message':
      return textOf(outcome.content)
    case 'open':
    case 'leave':
      return outcome.text ?? ''
    case 'done':
      return 'Done.'
  }
}

function tableToMarkdown({ title, columns, rows, note }: TableOutcome): string {
  const lines = [
    columns.map(({ label }) => escapeCell(label)),
    columns.map(({ align }) => (align === 'right' ? '---:' : '---')),
    ...rows.map((row) => columns.map((column) => escapeCell(cellText(row[column.key], column)))),
  ]
  return paragraphs([title && `**${title}**`, lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'), note])
}

function cellText(cell: TableCell, { format }: TableColumn): string {
  if (cell === undefined) return ''
  if (typeof cell !== 'number') return String(cell)
  switch (format) {
    case 'time':
      return new Date(cell)
        .toISOString()
        .replace(/:\d\d\.\d+Z$/, '')
        .replace('T', ' ')
    case 'share':
      return `${(cell * 100).toFixed(1)} %`
    case 'micro-usd':
      return `$${(cell / 1e6).toFixed(4)}`
    case 'count':
      return cell.toLocaleString('en-US')
    default:
      return String(cell)
  }
}

/** Escapes line breaks, bars and other markup, because cells hold plain text. */
function escapeCell(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll(/[\\|`*_<[\]]/g, '\\$&')
}

function choiceToMarkdown({ prompt, options }: ChoiceOutcome): string {
  const lines = options.map(({ label, detail, command, isCurrent }) => {
    const name = isCurrent ? `**${escapeCell(label)}** (current)` : escapeCell(label)
    return `- ${name}${detail === undefined ? '' : `, ${escapeCell(detail)}`}: \`${command}\``
  })
  return paragraphs([prompt, lines.join('\n')])
}

function formToMarkdown({ prompt, fields, command }: FormOutcome): string {
  const lines = fields.map(
    ({ name, label, options }) => `- \`${name}\`: ${label}${options ? ` (${options.join(', ')})` : ''}`,
  )
  const example = [command, ...fields.map(({ name }) => `${name}=...`)].join(' ')
  return paragraphs([prompt, lines.join('\n'), `Send \`${example}\`.`])
}

/** Fences text with more backticks than its longest run of them. */
function fenced(diff: string): string {
  const longest = Math.max(2, ...Array.from(diff.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}diff\n${diff.trimEnd()}\n${fence}`
}

function paragraphs(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n')
}

import type { ChoiceOutcome } from '@hermes/conversations/commands'
import { oneLine } from '../text/safe-text.js'
import { textWidth, truncate } from '../text/text-width.js'
import type { OutcomeView } from './outcome-view.js'

const longestLabel = 50

/** Renders the options of a choice with their numbers. */
export function outcomeChoice({ prompt, options }: ChoiceOutcome, { style, columns }: OutcomeView): string {
  const labels = options.map(({ label }) => truncate(oneLine(label), longestLabel))
  const width = Math.max(0, ...labels.map(textWidth))
  const numberWidth = String(options.length).length
  const rows = options.map(({ detail = '', isCurrent }, index) => {
    const label = labels[index] ?? ''
    const start = `${isCurrent ? '●' : ' '} ${String(index + 1).padStart(numberWidth)}  ${label}`
    if (detail === '') return start
    const space = ' '.repeat(width - textWidth(label) + 2)
    const room = columns - 1 - textWidth(start) - space.length
    return `${start}${space}${style.muted(truncate(oneLine(detail), Math.max(0, room)))}`
  })
  return [style.bold(oneLine(prompt)), ...rows].map((row) => `${row.trimEnd()}\n`).join('')
}

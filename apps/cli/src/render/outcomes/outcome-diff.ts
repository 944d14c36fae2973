import type { CommandOutcome } from '@hermes/conversations/commands'
import { oneLine, safeText } from '../text/safe-text.js'
import type { OutcomeView } from './outcome-view.js'

type DiffOutcome = Extract<CommandOutcome, { readonly type: 'diff' }>

/** Renders a unified diff in its usual colors. */
export function outcomeDiff({ diff, title }: DiffOutcome, { style }: Pick<OutcomeView, 'style'>): string {
  const paint = (line: string) => {
    if (/^(?:\+\+\+|---|diff |index )/.test(line)) return style.bold(line)
    if (line.startsWith('@@')) return style.accent(line)
    if (line.startsWith('+')) return style.added(line)
    return line.startsWith('-') ? style.removed(line) : line
  }
  const head = title === undefined ? [] : [style.bold(oneLine(title))]
  const lines = safeText(diff).replace(/\n$/, '').split('\n').map(paint)
  return [...head, ...lines].map((line) => `${line}\n`).join('')
}

import type { Look } from '../view/look/look.js'
import type { ChoiceQuestion } from '../view/questions/choice-panel.js'
import { wrapRows } from '../view/rows/wrap-rows.js'

/** How much of a prompt is shown, and searched by its letters. */
const shownCharacters = 200

/** A question for one of the prompts typed before, newest first, each once. */
export function earlierPrompts(entries: readonly string[], { style, clean, t }: Look): ChoiceQuestion {
  const numbers = new Map(entries.map((entry, number) => [entry, number]))
  const items = [...numbers]
    .toSorted(([, left], [, right]) => right - left)
    .map(([entry, number]) => ({
      value: String(number),
      label: clean(entry.slice(0, shownCharacters).replaceAll('\n', ' ')),
    }))
  return { rows: (width) => wrapRows([style.bold(t`Earlier prompts`)], width), items }
}

/** The prompt of an answer. */
export function promptOf(value: string, entries: readonly string[]): string {
  return entries[Number(value)] ?? ''
}

import type { Look } from '../view/look/look.js'
import type { ChoiceQuestion } from '../view/questions/choice-panel.js'
import { wrapRows } from '../view/rows/wrap-rows.js'

/** How much of a prompt is shown and searched, in characters. */
const shownCharacters = 200

/** Creates the choice of an earlier prompt, newest first, each once. */
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

/** Returns the prompt of an answer. */
export function promptOf(value: string, entries: readonly string[]): string {
  return entries[Number(value)] ?? ''
}

/** Renders a LaTeX formula as text for a terminal; `undefined` if text cannot show it. `isDisplay`: it may take several rows. */
export type RenderFormula = (latex: string, isDisplay?: boolean) => string | undefined

/** A formula at the start of a text, and its length including the delimiters. */
export interface FoundFormula {
  readonly latex: string
  readonly length: number
}

const signs = [
  ['$$', '$$'],
  ['$', '$'],
  ['\\(', '\\)'],
  ['\\[', '\\]'],
] as const

/** A dollar sign usually marks an amount or a variable. Without a sign of a formula, text waits only this many characters for another dollar. */
const longestPlain = 24

/**
 * Finds the formula that a text starts with. Returns `open` if more text decides whether it does. Single dollars delimit a formula only
 * without a blank inside them, and without a letter, digit or `_` after the closing one.
 */
export function findFormula(text: string): FoundFormula | 'open' | undefined {
  const [opening, closing] = signs.find(([sign]) => text.startsWith(sign)) ?? []
  if (!opening || !closing) return '$\\'.includes(text) && text !== '' ? 'open' : undefined
  const isDollar = opening === '$'
  if (isDollar && /^\$\s/.test(text)) return undefined
  const end = endOf(text, closing, opening.length)
  if (end < 0) return isDollar && !mayBeFormula(text.slice(1)) ? undefined : 'open'
  const latex = text.slice(opening.length, end)
  const behind = text.slice(end + closing.length)
  if (latex.trim() === '' || latex.includes('`')) return undefined
  if (isDollar && isProse(latex)) return undefined
  if (isDollar && (latex.endsWith(' ') || /^[\dA-Za-z_]/.test(behind))) return undefined
  // At the end of a text, a digit or another dollar may still follow the delimiter.
  if (isDollar && behind === '') return 'open'
  return { latex: latex.trim(), length: end + closing.length }
}

function endOf(text: string, closing: string, from: number): number {
  let end = text.indexOf(closing, from)
  while (end > 0 && closing.startsWith('$') && text[end - 1] === '\\') end = text.indexOf(closing, end + closing.length)
  return end
}

/** Whether text is between the dollars of two prices, as in `$10, or US$ 3` and `(5$) or (10$)`. */
function isProse(latex: string): boolean {
  return /^[),.;:!?]/.test(latex) || (/^\d/.test(latex) && /\s[A-Za-z]{2}/.test(latex) && !latex.includes('\\'))
}

function mayBeFormula(text: string): boolean {
  return (text.length <= longestPlain && !/^\d/.test(text)) || /[\\^_=+*/<>]/.test(text.slice(0, 2 * longestPlain))
}

/** A formula in LaTeX as text of a terminal; `undefined` if it has what text cannot show. `isDisplay`: it may take several rows. */
export type RenderFormula = (latex: string, isDisplay?: boolean) => string | undefined

/** A formula at the start of a text, and how long it is with its signs. */
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

/** A dollar is mostly one of money, or that of a variable: text behind it waits for another one only so long without a sign of a formula. */
const longestPlain = 24

/**
 * The formula that a text starts with. `open`: more text decides whether it does. Dollars are those of a formula where no blank and no digit of
 * a price is at their outsides.
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
  // What follows the sign at the end of a text may be a digit, or another dollar.
  if (isDollar && behind === '') return 'open'
  return { latex: latex.trim(), length: end + closing.length }
}

function endOf(text: string, closing: string, from: number): number {
  let end = text.indexOf(closing, from)
  while (end > 0 && closing.startsWith('$') && text[end - 1] === '\\') end = text.indexOf(closing, end + closing.length)
  return end
}

/** What is between the dollars of two prices, as in `$10, or US$ 3` and `(5$) or (10$)`. */
function isProse(latex: string): boolean {
  return /^[),.;:!?]/.test(latex) || (/^\d/.test(latex) && /\s[A-Za-z]{2}/.test(latex) && !latex.includes('\\'))
}

function mayBeFormula(text: string): boolean {
  return (text.length <= longestPlain && !/^\d/.test(text)) || /[\\^_=+*/<>]/.test(text.slice(0, 2 * longestPlain))
}

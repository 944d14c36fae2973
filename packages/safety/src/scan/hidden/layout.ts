import { type HiddenPart, longestPart } from './hidden-part.js'

const gaps = /\s{40,}/g
/** The escape sequence for concealed text, written out. */
const writtenConceal = /(?:\\(?:x1b|033|e|u001b)|\^\[)\[(?:\d{1,3};){0,3}8m([^\\\n]{6,600})/gi

/** Finds text that the layout moves out of sight. */
export function outOfSight(text: string): readonly HiddenPart[] {
  const behindGaps = [...text.matchAll(gaps)]
    .filter(([gap]) => isWide(gap))
    .map(({ 0: gap, index }) => {
      const start = index + gap.length
      const line = text.slice(start, start + longestPart / 2).split('\n', 1)[0] ?? ''
      return { start, end: start + line.length, text: line, kind: 'aside' as const }
    })
  const concealedByCode = [...text.matchAll(writtenConceal)].map(({ 0: found, 1: hidden = '', index }) => {
    return { start: index, end: index + found.length, text: hidden, kind: 'unseen' as const }
  })
  return [...behindGaps, ...concealedByCode]
}

/** Whether a gap has enough empty lines or spaces to move the following text out of sight. */
function isWide(gap: string): boolean {
  return gap.split('\n').length > 40 || gap.includes(' '.repeat(100)) || gap.includes('\t'.repeat(16))
}

const concealing =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
  /(?:\u001b\[|\u009b)(?:(?:[\d;]{0,12};)?8m|\d{0,3}[A-DGJKP]|\d{1,3};\d{1,3}H|3([0-7]);4\1m|4([0-7]);3\2m|9([0-7]);10\3m)|\u001b\]|\u001bP|\u0008/g
/** A carriage return that makes a terminal overwrite the preceding text. */
const overwriting = /[^\r\n]{4}\r(?![\r\n])[^\r\n]{4}/g

/** Finds terminal control characters that hide or overwrite text. Colors are allowed. */
export function concealed(text: string): readonly HiddenPart[] {
  const mayOverwrite = text.includes('\r') && text.includes('\n')
  return [...text.matchAll(concealing), ...(!mayOverwrite ? [] : text.matchAll(overwriting))].map(
    ({ 0: found, index }) => ({
      start: index,
      end: index + found.length,
      text: '',
      kind: 'suspect',
    }),
  )
}

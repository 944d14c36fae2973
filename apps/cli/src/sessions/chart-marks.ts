import { bar } from '../render/bar.js'

/** What charts are drawn with. */
export interface ChartMarks {
  /** A bar of so many columns; never nothing. */
  bar(length: number): string
  /** One column for each value, as high as the value; a dot for nothing. */
  sparkline(values: readonly number[]): string
  /** Text with its signs in what the terminal can show. */
  plain(text: string): string
}

const blocks = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']
const ascii = ['.', ':', '-', '=', '+', '*', '#', '@']

export function chartMarks(isUtf8: boolean): ChartMarks {
  return isUtf8
    ? { bar, sparkline: (values) => drawn(values, blocks, '·'), plain: (text) => text }
    : {
        bar: (length) => '#'.repeat(Math.max(1, Math.round(length))),
        sparkline: (values) => drawn(values, ascii, ' '),
        plain: (text) => text.replaceAll('·', '-').replaceAll('≥', '>').replaceAll('…', '~'),
      }
}

function drawn(values: readonly number[], steps: readonly string[], nothing: string): string {
  const largest = Math.max(...values)
  const step = (value: number) => steps[Math.ceil((value / largest) * steps.length) - 1] ?? nothing
  return values.map((value) => (value > 0 ? step(value) : nothing)).join('')
}

/** Whether a terminal shows more than ASCII, by the variables that say so; Windows needs none. */
export function isUtf8Locale(env: Readonly<Record<string, string | undefined>>): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG
  if (locale === undefined) return process.platform === 'win32' || process.platform === 'darwin'
  return /utf-?8/i.test(locale)
}

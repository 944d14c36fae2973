import { bar } from '../../../render/text/bar.js'

/** Characters for charts. */
export interface ChartMarks {
  /** Returns a bar of the given number of columns; never empty. */
  bar(length: number): string
  /** Returns one column per value, scaled to its height; a dot for zero. */
  sparkline(values: readonly number[]): string
  /** Returns the text with symbols that the terminal supports. */
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

/** Whether the terminal shows more than ASCII, according to the locale variables, which Windows does not need. */
export function isUtf8Locale(env: Readonly<Record<string, string | undefined>>): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG
  if (locale === undefined) return process.platform === 'win32' || process.platform === 'darwin'
  return /utf-?8/i.test(locale)
}

import type { Evaluation } from './evaluate.ts'
import { factKinds } from './facts.ts'
import { shareOf } from './recall.ts'

/** Formats one row per kind of fact and one column per contender, as Markdown. */
export function formatTable({ scores }: Evaluation): string {
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const rows = [
    ['survives', ...scores.map(({ contender }) => contender)],
    ...factKinds.map((kind) => [kind, ...scores.map(({ recall }) => percent(shareOf(recall, [kind])))]),
    ['**all**', ...scores.map(({ recall }) => `**${percent(shareOf(recall))}**`)],
    ['tokens left', ...scores.map(({ tokensLeft }) => tokensLeft.toLocaleString('en'))],
    ['compressions of a history', ...scores.map(({ compressions }) => compressions.toFixed(1))],
    ['ms for each', ...scores.map(({ compressionMs }) => compressionMs.toFixed(0))],
  ]
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const toLine = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const [header = [], ...body] = rows
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [header, rule, ...body].map(toLine).join('\n')
}

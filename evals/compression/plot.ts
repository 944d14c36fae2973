import type { Evaluation, Score } from './evaluate.ts'
import { factKinds } from './facts.ts'
import { shareOf } from './recall.ts'

const colors = ['#1f6f54', '#6cb39a', '#d9a441', '#8a8f98', '#c9ccd1']
const barHeight = 9
const rowGap = 14
const labelWidth = 160
const plotWidth = 560
const top = 78

/** Draws a bar chart by kind of fact. */
export function toSvg({ scores, histories, tokens, contextWindow }: Evaluation): string {
  const rowHeight = scores.length * barHeight + rowGap
  const height = top + factKinds.length * rowHeight + 34
  const width = labelWidth + plotWidth + 60
  const bars = factKinds.flatMap((kind, row) => [
    text(labelWidth - 10, top + row * rowHeight + (scores.length * barHeight) / 2 + 4, kind, 'end'),
    ...scores.map((score, place) => bar(score, kind, top + row * rowHeight + place * barHeight, place)),
  ])
  const title = `What survives of ${histories} histories (${Math.round(tokens / 1000)}k tokens) in a window of ${Math.round(contextWindow / 1000)}k`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="16" y="24" font-size="15" font-weight="600" fill="#1b1f24">${title}</text>`,
    ...scores.map(legend),
    ...[0, 25, 50, 75, 100].map((percent) => gridLine(percent, top - 6, height - 30)),
    ...bars,
    '</svg>',
    '',
  ].join('\n')
}

function bar({ recall }: Score, kind: (typeof factKinds)[number], y: number, place: number): string {
  const share = shareOf(recall, [kind])
  const width = Math.max(1, share * plotWidth)
  return `<rect x="${labelWidth}" y="${y}" width="${width.toFixed(1)}" height="${barHeight - 1}" fill="${colors[place % colors.length]}"/>`
}

function legend({ contender }: Score, place: number): string {
  const x = 16 + (place % 3) * 250
  const y = 44 + Math.floor(place / 3) * 16
  return `<rect x="${x}" y="${y - 9}" width="10" height="10" fill="${colors[place % colors.length]}"/>${text(x + 16, y, contender, 'start')}`
}

function gridLine(percent: number, from: number, to: number): string {
  const x = labelWidth + (percent / 100) * plotWidth
  return `<line x1="${x}" y1="${from}" x2="${x}" y2="${to}" stroke="#e3e6ea"/>${text(x, to + 16, `${percent} %`, 'middle')}`
}

function text(x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end'): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="#3a4048">${words}</text>`
}

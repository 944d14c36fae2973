import { quote } from '../extract/quote.js'
import { parseSections, renderSections, type Sections } from '../extract/sections.js'

/** The content of a summary: its sections, and the user's removed messages. */
export interface SummaryBody {
  readonly sections: Sections
  readonly asks: readonly string[]
}

const asksHeading = '## User Messages'
const asksNote = 'What the user said in messages that are gone, in their own words, oldest first:'

export function renderBody({ sections, asks }: SummaryBody): string {
  const parts = renderSections(sections)
  return asks.length === 0 ? parts : `${parts}\n\n${renderAsks(asks)}`
}

export function renderAsks(asks: readonly string[]): string {
  return [asksHeading, asksNote, ...asks.map((ask) => `\n${quote(ask)}`)].join('\n')
}

export function readBody(body: string): SummaryBody {
  const at = body.lastIndexOf(`\n${asksHeading}\n`)
  if (at === -1) return { sections: parseSections(body).sections, asks: [] }
  return { sections: parseSections(body.slice(0, at)).sections, asks: readAsks(body.slice(at)) }
}

function readAsks(text: string): readonly string[] {
  return text
    .split(/\n(?!> )/)
    .filter((part) => part.includes('> '))
    .map((part) =>
      part
        .trim()
        .split('\n')
        .map((line) => line.replace(/^> /, ''))
        .join('\n'),
    )
}

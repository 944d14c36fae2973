import { type ParsedSummary, type Sections, toSections } from '../extract/sections.js'

/** Beyond that, in characters, text that stands in no part is not taken for a summary. */
const maxRest = 4_000

/**
 * A model's sections, and what rules found for those that it left out. The active task is quoted whatever the model made of it;
 * where the model wrote a text without any headings, that is kept with the context.
 */
export function completeSections(parsed: ParsedSummary, extracted: Sections): Sections {
  const isBare = parsed.missing.length === Object.keys(extracted).length
  const rest = isBare && parsed.rest ? [`- ${joinLines(parsed.rest.slice(0, maxRest))}`] : []
  return toSections((name) => {
    if (parsed.missing.includes(name)) {
      return name === 'Critical Context' ? [...rest, ...extracted[name]] : extracted[name]
    }
    const lines = parsed.sections[name]
    return name === 'Active Task' ? withQuote(lines, extracted[name]) : lines
  })
}

/** The last entry is the newest request; what stands before it is there to explain it. */
function withQuote(lines: readonly string[], quoted: readonly string[]): readonly string[] {
  const newest = simplify(quoted.at(-1) ?? '')
  return simplify(lines.join(' ')).includes(newest) ? lines : [...quoted, ...lines]
}

/** Marks of quotes and the breaks of lines aside. */
function simplify(text: string): string {
  return text
    .replace(/[>"“”'‘’`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

function joinLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

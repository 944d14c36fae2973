import { continueNumbers, withoutMark } from '../extract/merge-lines.js'
import {
  currentSections,
  type ParsedSummary,
  type SectionName,
  type Sections,
  toSections,
} from '../extract/sections.js'

/** The maximum number of characters kept of an answer without headings. */
const maxRest = 4_000

/** Returns the sections of a model's answer. An answer without any heading is kept as critical context. */
export function toOwnSections({ sections, missing, rest }: ParsedSummary): Sections {
  const isBare = missing.length === Object.keys(sections).length
  if (!isBare || !rest) return sections
  return { ...sections, 'Critical Context': [`- ${joinLines(rest.slice(0, maxRest))}`] }
}

/** Returns the lines of an earlier summary that are not from the record. */
export function withoutRecord(summary: Sections, record: Sections): Sections {
  return toSections((name) => {
    if (currentSections.has(name)) return summary[name]
    const known = new Set(record[name].map(withoutMark))
    return summary[name].filter((line) => !known.has(withoutMark(line)))
  })
}

/** Prepares a model's earlier sections for a later summary, without those about the current state. */
export function asEarlier(own: Sections): ParsedSummary {
  const sections = toSections((name) => (currentSections.has(name) ? [] : own[name]))
  return { sections, missing: [...currentSections], rest: '' }
}

/** Returns the lines of the record that the model's sections do not contain. */
export function uncovered(record: Sections, own: Sections, missing: readonly SectionName[]): Sections {
  const written = simplify(Object.values(own).flat().join(' '))
  return toSections((name) => {
    const lines = record[name]
    if (name === 'Active Task') return written.includes(simplify(lines.at(-1) ?? '')) ? [] : lines
    if (currentSections.has(name)) return missing.includes(name) ? lines : []
    return lines.filter((line) => !written.includes(simplify(withoutMark(line))))
  })
}

/** Joins the model's lines of each section with those of the record. The quoted task comes first. */
export function joinRecord(own: Sections, record: Sections): Sections {
  return toSections((name) => {
    if (name === 'Active Task') return [...record[name], ...own[name]]
    return [...own[name], ...(name === 'Completed Actions' ? continueNumbers(own[name], record[name]) : record[name])]
  })
}

/** Normalizes text for comparison: lower case, single spaces, no quote marks. */
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

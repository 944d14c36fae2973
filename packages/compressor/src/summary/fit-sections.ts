import type { Steps } from '@hermes/safety'
import type { IsFocused } from '../extract/focus.js'
import { countLeftOut, noteLeftOut } from '../extract/merge-lines.js'
import { type SectionName, type Sections, sectionNames, toSections } from '../extract/sections.js'
import { byWorth } from '../extract/worth.js'

/** The relative share of each section if they do not all fit. */
const weights: Readonly<Record<SectionName, number>> = {
  'Active Task': 20,
  Goal: 6,
  'Constraints & Preferences': 12,
  'Completed Actions': 16,
  'Active State': 6,
  'In Progress': 4,
  Blocked: 6,
  'Key Decisions': 12,
  'Resolved Questions': 6,
  'Pending User Asks': 8,
  'Relevant Files': 8,
  'Remaining Work': 6,
  'Critical Context': 20,
}

export type CountText = (text: string) => number

export interface Room {
  readonly tokens: number
  readonly countTokens: CountText
  /** Lines that are kept before all others. Default: none. */
  readonly isFocused?: IsFocused
}

/**
 * Fits the sections into about `tokens`. A section that needs less than its share leaves the rest to the others. A longer one keeps its
 * first line, which usually states the origin, and its newest lines. Some sections also keep their most valuable lines.
 */
export function* fitSections(
  sections: Sections,
  { tokens, countTokens, isFocused = () => false }: Room,
): Steps<Sections> {
  const needs = new Map<SectionName, number>()
  for (const name of sectionNames) needs.set(name, yield* needOf(sections[name], countTokens))
  const shares = shareOut(
    sectionNames.map((name) => ({ name, need: needs.get(name) ?? 0, weight: weights[name] })),
    tokens,
  )
  const fitted = new Map<SectionName, readonly string[]>()
  for (const name of sectionNames) {
    const share = shares.get(name) ?? 0
    if ((needs.get(name) ?? 0) > share)
      fitted.set(name, yield* fitLines(name, sections[name], { tokens: share, countTokens, isFocused }))
  }
  return toSections((name) => fitted.get(name) ?? sections[name])
}

function* needOf(lines: readonly string[], countTokens: CountText): Steps<number> {
  let need = 0
  for (const line of lines) {
    yield
    need += countTokens(line) + 1
  }
  return need
}

interface Claim {
  readonly name: SectionName
  readonly need: number
  readonly weight: number
}

/** Assigns each section the tokens it needs, or its weighted share of what the others leave. */
function shareOut(claims: readonly Claim[], tokens: number): ReadonlyMap<SectionName, number> {
  const shares = new Map<SectionName, number>()
  let open = [...claims]
  let left = tokens
  while (open.length > 0) {
    const weight = open.reduce((total, claim) => total + claim.weight, 0)
    const modest = open.filter(({ need, weight: own }) => need <= (left * own) / weight)
    const served = modest.length > 0 ? modest : open
    for (const { name, need, weight: own } of served) shares.set(name, Math.min(need, (left * own) / weight))
    left -= modest.reduce((total, { need }) => total + need, 0)
    open = modest.length > 0 ? open.filter((claim) => !modest.includes(claim)) : []
  }
  return shares
}

function* fitLines(name: SectionName, lines: readonly string[], room: Required<Room>): Steps<readonly string[]> {
  const { tokens, countTokens, isFocused } = room
  const { entries, leftOut } = countLeftOut(lines)
  const kept = new Set<number>()
  const newest = firstAndNewest(entries)
  const ranked = byWorthIn.has(name) ? alternate(yield* byWorth(entries), newest) : newest
  const isWanted = (place: number) => isFocused(entries[place] ?? '')
  const order = [...ranked.filter(isWanted), ...ranked.filter((place) => !isWanted(place))]
  let left = tokens - noteTokens
  for (const place of order) {
    const size = countTokens(entries[place] ?? '') + 1
    if (size > left) break
    kept.add(place)
    left -= size
  }
  const [best] = order
  if (kept.size > 0 || best === undefined) return withNote(entries, kept, leftOut)
  const shortened = shortenLine(entries[best] ?? '', left, countTokens)
  return shortened === '' ? [] : [shortened, ...noteLeftOut(leftOut + entries.length - 1)]
}

/** Sections whose lines are ranked by value as well as by age. */
const byWorthIn: ReadonlySet<SectionName> = new Set([
  'Constraints & Preferences',
  'Completed Actions',
  'Key Decisions',
  'Pending User Asks',
  'Remaining Work',
  'Critical Context',
])

const noteTokens = 6

/** Returns the first line, which usually states the origin of a section, then the others from newest to oldest. */
function firstAndNewest(lines: readonly string[]): readonly number[] {
  const places = lines.map((_, place) => place)
  return [...places.slice(0, 1), ...places.slice(1).reverse()]
}

/** Interleaves two lists of indexes, without duplicates. */
function alternate(one: readonly number[], other: readonly number[]): readonly number[] {
  return [...new Set(one.flatMap((place, index) => [place, other[index] ?? place]))]
}

/** Returns the kept entries in order, with the number of omitted ones noted at the first gap. */
function withNote(entries: readonly string[], kept: ReadonlySet<number>, leftOut: number): readonly string[] {
  const firstGap = entries.findIndex((_, place) => !kept.has(place))
  const gap = firstGap === -1 ? 1 : firstGap
  const keptFrom = (start: number, end: number) =>
    entries.slice(start, end).filter((_, index) => kept.has(start + index))
  const gone = leftOut + entries.length - kept.size
  return [...keptFrom(0, gap), ...noteLeftOut(gone), ...keptFrom(gap, entries.length)]
}

function shortenLine(line: string, tokens: number, countTokens: CountText): string {
  const share = tokens / Math.max(1, countTokens(line))
  const length = Math.floor(line.length * share * 0.9) - 1
  return length < 8 ? '' : `${line.slice(0, length).toWellFormed()}…`
}

/** The sections of every summary, in order. */
export const sectionNames = [
  'Active Task',
  'Goal',
  'Constraints & Preferences',
  'Completed Actions',
  'Active State',
  'In Progress',
  'Blocked',
  'Key Decisions',
  'Resolved Questions',
  'Pending User Asks',
  'Relevant Files',
  'Remaining Work',
  'Critical Context',
] as const

export type SectionName = (typeof sectionNames)[number]

/** Sections about the current state. Their content in an earlier summary is outdated. */
export const currentSections: ReadonlySet<SectionName> = new Set([
  'Active Task',
  'Goal',
  'Active State',
  'In Progress',
  'Blocked',
])

/** The lines of each section. May be empty. */
export type Sections = Readonly<Record<SectionName, readonly string[]>>

export function toSections(linesOf: (name: SectionName) => readonly string[]): Sections {
  const entries = sectionNames.map((name) => [name, linesOf(name)] as const)
  return Object.fromEntries(entries) as Record<SectionName, readonly string[]>
}

/** The text of an empty section. */
const nothing = 'None.'

export function renderSections(sections: Sections): string {
  return sectionNames
    .map((name) => `## ${name}\n${sections[name].length > 0 ? sections[name].join('\n') : nothing}`)
    .join('\n\n')
}

export interface ParsedSummary {
  readonly sections: Sections
  readonly missing: readonly SectionName[]
  /** The text before the first heading, or the whole text if there is none. */
  readonly rest: string
}

/**
 * Parses a summary written by a model. Accepts headings that are numbered, bold, capitalized or of another level, "and"
 * instead of "&", and text before the first heading.
 */
export function parseSections(text: string): ParsedSummary {
  const all = text.split('\n')
  const style = styleOf(all)
  const found = new Map<SectionName, string[]>()
  const rest: string[] = []
  let lines = rest
  for (const line of all) {
    const heading = toHeading(line)
    if (!heading || heading.style !== style) lines.push(line.trimEnd())
    else {
      lines = found.get(heading.name) ?? []
      found.set(heading.name, lines)
    }
  }
  return {
    sections: toSections((name) => (found.get(name) ?? []).filter(saysSomething)),
    missing: sectionNames.filter((name) => !found.has(name)),
    rest: rest.join('\n').trim(),
  }
}

interface Heading {
  readonly name: SectionName
  /** The marker of the heading: `##`, `**` or `:`. */
  readonly style: string
}

/** Returns the most frequent heading style. Headings in other styles are content. */
function styleOf(lines: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const line of lines) {
    const style = toHeading(line)?.style
    if (style !== undefined) counts.set(style, (counts.get(style) ?? 0) + 1)
  }
  return [...counts].sort(([, left], [, right]) => right - left)[0]?.[0]
}

/** A heading line, such as `## 3. **Key decisions:**`. */
const headingLine = /^ {0,3}(#{1,6} *)?(?:\d{1,2}[.)] *)?(\*\*|__)?(\p{L}[\p{L}&/ ]{3,59})(:?) *(?:\*\*|__)?(:?)$/u

function toHeading(line: string): Heading | undefined {
  if (line.length > 100) return undefined
  const [, hashes, bold, words = '', inner, outer] = headingLine.exec(line.trimEnd()) ?? []
  const style = hashes?.trim() || bold || inner || outer
  const name = style && known.get(simplify(words))
  return name ? { name, style } : undefined
}

function simplify(words: string): string {
  return words.toLowerCase().replace(/&|\//g, ' and ').replace(/\s+/g, ' ').trim()
}

const aliases: Readonly<Record<string, SectionName>> = {
  'current task': 'Active Task',
  goals: 'Goal',
  constraints: 'Constraints & Preferences',
  preferences: 'Constraints & Preferences',
  'constraints and user preferences': 'Constraints & Preferences',
  'completed work': 'Completed Actions',
  'actions completed': 'Completed Actions',
  'current state': 'Active State',
  state: 'Active State',
  'work in progress': 'In Progress',
  blockers: 'Blocked',
  decisions: 'Key Decisions',
  'key decisions and why': 'Key Decisions',
  'key decisions and reasons': 'Key Decisions',
  'answered questions': 'Resolved Questions',
  'pending asks': 'Pending User Asks',
  'pending questions': 'Pending User Asks',
  'pending user requests': 'Pending User Asks',
  files: 'Relevant Files',
  'next steps': 'Remaining Work',
  'remaining tasks': 'Remaining Work',
  'critical information': 'Critical Context',
}

const known: ReadonlyMap<string, SectionName> = new Map([
  ...sectionNames.map((name) => [simplify(name), name] as const),
  ...Object.entries(aliases),
])

function saysSomething(line: string): boolean {
  const text = line.trim()
  return text !== '' && !/^[-*]?\s*\(?(?:none|n\/a)\)?\.?$/i.test(text)
}

/** The parts of every summary, in their order. */
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

/** Sections that describe the present. What an earlier summary says there is outdated. */
export const currentSections: ReadonlySet<SectionName> = new Set([
  'Active Task',
  'Goal',
  'Active State',
  'In Progress',
  'Blocked',
])

/** The lines of each part. A part without lines has nothing to say. */
export type Sections = Readonly<Record<SectionName, readonly string[]>>

export function toSections(linesOf: (name: SectionName) => readonly string[]): Sections {
  const entries = sectionNames.map((name) => [name, linesOf(name)] as const)
  return Object.fromEntries(entries) as Record<SectionName, readonly string[]>
}

/** What a part without lines says. */
const nothing = 'None.'

export function renderSections(sections: Sections): string {
  return sectionNames
    .map((name) => `## ${name}\n${sections[name].length > 0 ? sections[name].join('\n') : nothing}`)
    .join('\n\n')
}

export interface ParsedSummary {
  readonly sections: Sections
  readonly missing: readonly SectionName[]
  /** What stood before the first heading, or all of it where there are none. */
  readonly rest: string
}

/**
 * A summary as somebody wrote it. Models number headings, set them in bold, at another depth or in capitals, write "and" for
 * "&", or say something before they begin; all that is understood.
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
  /** `##`, `**` or `:`, whatever makes it a heading. */
  readonly style: string
}

/** How this summary writes its headings: what else looks like one stands inside a part. */
function styleOf(lines: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const line of lines) {
    const style = toHeading(line)?.style
    if (style !== undefined) counts.set(style, (counts.get(style) ?? 0) + 1)
  }
  return [...counts].sort(([, left], [, right]) => right - left)[0]?.[0]
}

/** `## 3. **Key decisions:**` */
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

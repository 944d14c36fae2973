import { describeError } from '@hermes/core'
import { isRecord, oneLine } from '@hermes/safety'
import { skillLimits } from './limits.js'
import { readPlainLines } from './read-plain-lines.js'

export type Frontmatter = Readonly<Record<string, unknown>>

export interface ParsedFrontmatter {
  readonly values: Frontmatter
  readonly problems: readonly string[]
}

/**
 * Parses frontmatter leniently. Text that is not YAML, such as a description with a colon, is read line by line.
 * Aliases that grow, deep nesting and long text cost no more than reading the lines.
 */
export async function parseFrontmatter(text: string): Promise<ParsedFrontmatter> {
  if (text.length > skillLimits.frontmatterChars) {
    const problem = `The frontmatter has more than ${skillLimits.frontmatterChars.toLocaleString('en-US')} characters.`
    return { values: readPlainLines(text.slice(0, skillLimits.frontmatterChars)), problems: [problem] }
  }
  if (isNestedDeeply(text)) return { values: readPlainLines(text), problems: ['The frontmatter is nested too deeply.'] }
  const { parseYaml } = await import('./parse-yaml.js')
  try {
    const values: unknown = parseYaml(text) ?? {}
    if (isRecord(values)) return { values, problems: [] }
    return { values: readPlainLines(text), problems: ['The frontmatter is not a list of keys with values.'] }
  } catch (error) {
    return {
      values: readPlainLines(text),
      problems: [`The frontmatter is not valid YAML: ${oneLine(describeError(error), 160)}`],
    }
  }
}

const deepest = 32

/**
 * Whether the nesting is too deep for the recursive parser. Brackets in quotes count too; no real frontmatter has that
 * many.
 */
function isNestedDeeply(text: string): boolean {
  let depth = 0
  for (const char of text) {
    if (char === '[' || char === '{') depth += 1
    else if (char === ']' || char === '}') depth = Math.max(0, depth - 1)
    if (depth > deepest) return true
  }
  return /^(?: {64}|[-?] (?:[-?] ){31})/m.test(text)
}

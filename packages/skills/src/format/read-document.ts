import { skillLimits } from './limits.js'
import { type Frontmatter, parseFrontmatter } from './parse-frontmatter.js'
import { describeText } from './read-skill.js'
import { splitFrontmatter } from './split-frontmatter.js'

/** A Markdown document with frontmatter. */
export interface MarkdownDocument {
  /** The keys of the frontmatter, parsed leniently. */
  readonly values: Frontmatter
  /** The description in the frontmatter, or the first paragraph. One line. */
  readonly description: string
  readonly body: string
}

/** Reads a document as leniently as skills are read. Never throws. */
export async function readDocument(text: string): Promise<MarkdownDocument> {
  const { frontmatter, body } = splitFrontmatter(text.replaceAll('\0', ''))
  const { values } = frontmatter === undefined ? { values: {} } : await parseFrontmatter(frontmatter)
  return { values, description: describeText(values, body, skillLimits.descriptionChars), body: body.trim() }
}

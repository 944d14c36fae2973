import { oneLine } from '@hermes/safety'
import { skillLimits } from './limits.js'
import { type Frontmatter, parseFrontmatter } from './parse-frontmatter.js'
import { readFacts } from './read-facts.js'
import type { SkillDocument } from './skill-document.js'
import { isSkillName, toSkillName } from './skill-name.js'
import { splitFrontmatter } from './split-frontmatter.js'
import { textIn } from './values.js'

/**
 * Reads the text of a SKILL.md leniently: everything that names and describes the skill is accepted, and what the
 * strict format would refuse is listed in `problems`. Never throws.
 */
export async function readSkill(text: string): Promise<SkillDocument> {
  const { frontmatter, body } = splitFrontmatter(text.replaceAll('\0', ''))
  const { values, problems: ofSyntax } =
    frontmatter === undefined
      ? { values: {}, problems: ['It has no frontmatter.'] }
      : await parseFrontmatter(frontmatter)
  const given = textIn(values, 'name')
  const name = given === undefined ? '' : toSkillName(given)
  const written = textIn(values, 'description')
  const description = describeText(values, body, skillLimits.descriptionChars)
  return {
    ...(name !== '' && { name }),
    description,
    ...readFacts(values),
    body: body.trim(),
    keys: Object.keys(values),
    problems: [
      ...ofSyntax,
      ...(given === undefined ? ['It has no name.'] : []),
      ...(given !== undefined && !isSkillName(given)
        ? [`"${oneLine(given, 80)}" is not a name of lower-case letters, digits and single hyphens.`]
        : []),
      ...(written === undefined ? ['It has no description.'] : []),
      ...(written !== undefined && written.length > skillLimits.descriptionChars
        ? [`The description has more than ${skillLimits.descriptionChars} characters.`]
        : []),
    ],
  }
}

/** Returns the description of a document, or its first paragraph. One line. */
export function describeText(values: Frontmatter, body: string, mostChars: number): string {
  return oneLine(textIn(values, 'description') ?? firstParagraph(body), mostChars)
}

/** Returns the first paragraph that is not a heading, or the first heading. */
function firstParagraph(body: string): string {
  const paragraphs = body
    .slice(0, 4_000)
    .split(/\n\s*\n/)
    .map((part) => part.trim())
  const plain = paragraphs.find((part) => part !== '' && !/^(?:#|```|[-*_]{3,}$|<!--)/.test(part))
  return plain ?? paragraphs.find((part) => part.startsWith('#'))?.replaceAll(/^#+\s*/g, '') ?? ''
}

import { oneLine } from '@hermes/safety'
import type { PinStatus } from '@hermes/tools/pins'
import { filesOf, type NamedSkill } from '../name-skills.js'
import type { AgreeChoices } from './ask-to-agree.js'

export const skillChoices: AgreeChoices = { agree: 'Agree to this skill', refuse: 'Leave it out' }

/** The maximum number of characters. A longer text is cut, because a question is not the place to read all of it. */
const shownText = 6_000
const shownFiles = 40

/** A skill whose current version has not been agreed to. */
export interface PendingSkill {
  readonly named: NamedSkill
  readonly status: Exclude<PinStatus, 'approved'>
}

/** Describes a skill of a server with its text, for a person. */
export function describeSkillReview(
  server: string,
  { named, status }: PendingSkill,
  { text, findings }: { readonly text: string; readonly findings: readonly string[] },
): string {
  const what = status === 'new' ? 'that you have not agreed to yet' : 'that has changed since you agreed to it'
  const cut = text.length > shownText ? `${text.slice(0, shownText).toWellFormed()}\n[...]` : text
  return [
    `The MCP server "${server}" offers a skill ${what}. The agent would follow it.`,
    describePending({ named, status }),
    ...(findings.length > 0 ? [`WARNING: the scan found ${findings.join(', ')}.`] : []),
    cut.trim(),
  ].join('\n\n')
}

/** Describes what the server lists about a skill, before the skill is read. */
export function describePending({ named: { name, skill }, status }: PendingSkill): string {
  const files = filesOf(skill)
  const more = files.length - shownFiles
  const named = files.slice(0, shownFiles).map(({ path, size }) => `${path} (${size} bytes)`)
  return [
    `Skill ${name} (${status}): ${oneLine(skill.frontmatter.description, 1_000)}`,
    `Files: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}`,
  ].join('\n')
}

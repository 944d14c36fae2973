import { oneLine } from '@hermes/safety'
import type { SkillEntry } from '../find/index.js'
import { skillLimits } from '../format/index.js'
import type { OpenedSkill } from './create-skill-library.js'
import { describeMissing } from './setup.js'

const mostNamed = 60

/**
 * A skill as the model reads it: where it is, its other files, what is missing, and the text of SKILL.md. Variables of other agents for
 * the folder of a skill are filled in.
 */
export function describeSkill({ name, folder }: SkillEntry, { text, files, missing, settings }: OpenedSkill): string {
  const paths = files.filter(({ kind }) => kind === 'file').map(({ path }) => path)
  const more = paths.length - mostNamed
  const values = Object.entries(settings).map(([key, value]) => `${key} = ${oneLine(value, 200)}`)
  return [
    `Skill: ${name}`,
    `Folder: ${folder}`,
    ...(paths.length > 0
      ? [`Files: ${paths.slice(0, mostNamed).join(', ')}${more > 0 ? `, and ${more} more` : ''}`]
      : []),
    ...(values.length > 0 ? [`Settings: ${values.join('; ')}`] : []),
    ...describeMissing(missing),
    '',
    inFolder(text.slice(0, skillLimits.documentChars).toWellFormed(), folder).trim(),
    ...(text.length > skillLimits.documentChars ? ['', `[Cut after ${skillLimits.documentChars} characters.]`] : []),
  ].join('\n')
}

/** `{baseDir}` of OpenClaw, `${CLAUDE_SKILL_DIR}` of Claude Code, `${HERMES_SKILL_DIR}`. */
export function inFolder(text: string, folder: string): string {
  return text.replaceAll(/\{baseDir\}|\$\{(?:CLAUDE|HERMES)_SKILL_DIR\}/g, () => folder)
}

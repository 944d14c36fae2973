import { oneLine } from '@hermes/safety'
import type { SkillEntry, SkillPlugin } from '../find/index.js'
import { skillLimits } from '../format/index.js'
import type { OpenedSkill } from './create-skill-library.js'
import { describeMissing } from './setup.js'

const mostNamed = 60

/**
 * Formats a skill for the model: where it is, its other files, what is missing, and the text of SKILL.md. Variables
 * that other agents use for the folder of a skill are filled in.
 */
export function describeSkill(entry: SkillEntry, { text, files, missing, settings }: OpenedSkill): string {
  const { name, folder } = entry
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
    inFolder(text.slice(0, skillLimits.documentChars).toWellFormed(), entry).trim(),
    ...(text.length > skillLimits.documentChars ? ['', `[Cut after ${skillLimits.documentChars} characters.]`] : []),
  ].join('\n')
}

/**
 * Fills in `{baseDir}` of OpenClaw, `${CLAUDE_SKILL_DIR}` of Claude Code, `${HERMES_SKILL_DIR}`, and the folders of a
 * plugin.
 */
export function inFolder(text: string, { folder, plugin }: Pick<SkillEntry, 'folder' | 'plugin'>): string {
  const own = text.replaceAll(/\{baseDir\}|\$\{(?:CLAUDE|HERMES)_SKILL_DIR\}/g, () => folder)
  return plugin === undefined ? own : inPlugin(own, plugin)
}

/** Fills in `${CLAUDE_PLUGIN_ROOT}`, `${PLUGIN_ROOT}`, `${CLAUDE_PLUGIN_DATA}` and `${PLUGIN_DATA}`. */
export function inPlugin(text: string, { root, data }: Pick<SkillPlugin, 'root' | 'data'>): string {
  return text.replaceAll(/\$\{(?:CLAUDE_)?PLUGIN_(ROOT|DATA)\}/g, (_, name: string) => (name === 'ROOT' ? root : data))
}

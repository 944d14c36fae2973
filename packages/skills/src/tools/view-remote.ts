import { HermesError, type ToolOutcome } from '@hermes/core'
import { oneLine } from '@hermes/safety'
import { skillLimits } from '../format/index.js'
import type { RemoteSkill, RemoteSkills, SkillReader } from '../library/index.js'
import { describeFile } from './describe-file.js'

const mostNamed = 60

/** Shows a skill of a server, or one of its files, with its origin. */
export async function viewRemote(
  skill: RemoteSkill,
  path: string | undefined,
  { remote, reader }: { readonly remote: RemoteSkills; readonly reader: SkillReader },
): Promise<ToolOutcome> {
  const { name, server, uri } = skill
  const origins = [{ kind: 'skill' as const, name: oneLine(`mcp:${server} ${uri}`, 200) }]
  if (path !== undefined && path !== 'SKILL.md') {
    const bytes = Buffer.from(await remote.readFile(skill, path, reader))
    return { content: describeFile(path, { bytes, size: bytes.length }), origins }
  }
  const { text, files } = await remote.open(skill, reader)
  const named = files.slice(0, mostNamed)
  const more = files.length - named.length
  const content = [
    `Skill: ${name}`,
    `Source: the MCP server "${server}". Its files are there and not on this machine: read them with file_path.`,
    ...(named.length > 0 ? [`Files: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}`] : []),
    '',
    text.slice(0, skillLimits.documentChars).toWellFormed().trim(),
    ...(text.length > skillLimits.documentChars ? ['', `[Cut after ${skillLimits.documentChars} characters.]`] : []),
  ].join('\n')
  return { content, origins }
}

/** Finds a skill that its server does not list, by its address. @throws {HermesError} `skill/not-found`. */
export async function findRemote(name: string, remote: RemoteSkills, reader: SkillReader): Promise<RemoteSkill> {
  const found = await remote.find(name.trim(), reader)
  if (found) return found
  throw new HermesError('skill/not-found', `There is no skill "${name}": name its server first, as in hub:skill://...`)
}

import { describeError, type Logger } from '@hermes/core'
import type { Client, RequestOptions } from '@modelcontextprotocol/client'
import { SKILL_LIMITS, SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import type { RemoteSkill } from '../wire/remote-skill.js'

/** More of a server are left out. */
const mostSkills = 1_000

/** The skills that a server lists, by address. Those that cannot be used are left out and logged. */
export async function listSkills(
  client: Client,
  options: RequestOptions,
  { server, logger }: { readonly server: string; readonly logger: Logger },
): Promise<readonly RemoteSkill[]> {
  const skills = new SkillsClient(client, { skipInvalid: true })
  if (!skills.supported) return []
  const warn = (text: string) => logger.log('warn', `MCP server "${server}": ${text}`)
  try {
    const { skills: listed, invalid } = await skills.list(undefined, options)
    for (const { uri = 'a skill', reason } of invalid.slice(0, 10)) warn(`${uri} is left out: ${reason}`)
    const kept = listed.filter((skill) => {
      const problem = problemOf(skill)
      if (problem !== undefined) warn(`${skill.uri} is left out: ${problem}`)
      return problem === undefined
    })
    return kept.slice(0, mostSkills).sort((left, right) => (left.uri < right.uri ? -1 : 1))
  } catch (error) {
    options.signal?.throwIfAborted()
    // Its tools are used all the same.
    warn(`its skills could not be listed: ${describeError(error)}`)
    return []
  }
}

/** Why a skill is not used. */
export function problemOf({ resources }: RemoteSkill): string | undefined {
  // An agreement names a hash, so content without one cannot be agreed to.
  if (resources === 'dynamic') return 'its content has no hashes.'
  if (resources.length > SKILL_LIMITS.files) return `it has more than ${SKILL_LIMITS.files} files.`
  const size = resources.reduce((sum, each) => sum + each.size, 0)
  return size > SKILL_LIMITS.bytes ? `it has more than ${SKILL_LIMITS.bytes} bytes.` : undefined
}

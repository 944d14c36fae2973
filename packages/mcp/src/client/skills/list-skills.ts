import { describeError, type Logger } from '@hermes/core'
import type { Client, RequestOptions } from '@modelcontextprotocol/client'
import { SKILL_LIMITS, SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import type { RemoteSkill } from '../wire/remote-skill.js'

/** Maximum number of skills of a server. More are left out. */
const mostSkills = 1_000

/** Returns the skills that a server lists, by address. Unusable skills are left out and logged. */
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
    // The server's tools are used anyway.
    warn(`its skills could not be listed: ${describeError(error)}`)
    return []
  }
}

/** Returns why a skill is not used. */
export function problemOf({ resources }: RemoteSkill): string | undefined {
  // A consent refers to a hash, so nobody can consent to content without one.
  if (resources === 'dynamic') return 'its content has no hashes.'
  if (resources.length > SKILL_LIMITS.files) return `it has more than ${SKILL_LIMITS.files} files.`
  const size = resources.reduce((sum, each) => sum + each.size, 0)
  return size > SKILL_LIMITS.bytes ? `it has more than ${SKILL_LIMITS.bytes} bytes.` : undefined
}

import { createHash } from 'node:crypto'
import { canonicalJson, parseJson } from '@hermes/core/wiring'
import type { RemoteSkill } from '@hermes/mcp'
import type { PinBook, PinnedItem, PinStatus } from '@hermes/tools/pins'

/** The agreements of people to the skills of a server. */
export interface SkillAgreements {
  statuses(skills: readonly RemoteSkill[]): Promise<readonly PinStatus[]>
  agree(skills: readonly RemoteSkill[]): Promise<void>
}

/** Pins skills by their address and the hashes of all their files. A change of any of them requires a new agreement. */
export function createSkillAgreements(server: string, book: PinBook): SkillAgreements {
  const toItem = (skill: RemoteSkill): PinnedItem => ({
    source: `mcp:${server}`,
    name: `skill ${skill.uri}`,
    fingerprint: fingerprintSkill(skill),
  })
  return {
    statuses: (skills) => book.judgeAll(skills.map(toItem)),
    agree: (skills) => book.approve(skills.map(toItem)),
  }
}

function fingerprintSkill({ uri, frontmatter, resources }: RemoteSkill): string {
  const seen = parseJson(JSON.stringify({ uri, frontmatter, resources }))
  return createHash('sha256').update(canonicalJson(seen)).digest('hex')
}

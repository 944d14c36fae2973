import type { SkillVerdict } from './scan-skill.js'

/**
 * Who wrote a skill. `builtin`: Hermes. `trusted`: a publisher that Hermes knows. `local`: the owner of the home, or of a trusted
 * project. `agent`: the agent itself. `community`: anyone.
 */
export type SkillTrust = 'builtin' | 'trusted' | 'local' | 'agent' | 'community'

export type PolicyDecision = 'allow' | 'ask' | 'refuse'

const decisions: Readonly<Record<SkillTrust, Readonly<Record<SkillVerdict, PolicyDecision>>>> = {
  builtin: { safe: 'allow', caution: 'allow', dangerous: 'allow' },
  trusted: { safe: 'allow', caution: 'allow', dangerous: 'refuse' },
  local: { safe: 'allow', caution: 'allow', dangerous: 'ask' },
  agent: { safe: 'allow', caution: 'allow', dangerous: 'ask' },
  community: { safe: 'allow', caution: 'ask', dangerous: 'refuse' },
}

/** Returns what happens to a skill with this trust and verdict. A person may overrule `ask`; `refuse` is final. */
export function decideSkill(trust: SkillTrust, verdict: SkillVerdict): PolicyDecision {
  return decisions[trust][verdict]
}

const trustedPublishers = new Set(['openai', 'anthropics', 'huggingface', 'nvidia'])

/** Returns the trust of a source: `github:anthropics/skills/pdf`. */
export function trustOfSource(source: string): SkillTrust {
  if (source.startsWith('bundled:')) return 'builtin'
  const [, owner] = /^github:([^/]+)\//i.exec(source) ?? []
  return owner !== undefined && trustedPublishers.has(owner.toLowerCase()) ? 'trusted' : 'community'
}

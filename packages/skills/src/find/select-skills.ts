import { toPlatform } from '../format/index.js'
import type { ListedSkill } from './skill-entry.js'

/** The situation in which skills are offered. */
export interface SkillSituation {
  /** `process.platform`, or the name as skills write it. */
  readonly platform: string
  /** Names of the session's tools. */
  readonly tools: readonly string[]
  /** Toolsets of these tools. */
  readonly toolsets: readonly string[]
}

/** Whether the conditions of a skill hold. */
export function isApplicable({ conditions }: ListedSkill, { platform, tools, toolsets }: SkillSituation): boolean {
  if (!conditions) return true
  const { platforms, tools: needed, toolsets: neededSets, insteadOfTools, insteadOfToolsets } = conditions
  return (
    (platforms?.includes(toPlatform(platform)) ?? true) &&
    (needed?.every((name) => tools.includes(name)) ?? true) &&
    (neededSets?.every((name) => toolsets.includes(name)) ?? true) &&
    !insteadOfTools?.some((name) => tools.includes(name)) &&
    !insteadOfToolsets?.some((name) => toolsets.includes(name))
  )
}

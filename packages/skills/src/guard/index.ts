export type { SkillFinding } from './scan-file.js'
export { type SkillScan, type SkillVerdict, scanSkill, scanSkillText } from './scan-skill.js'
export type { Severity } from './script-rules.js'
export { decideSkill, type PolicyDecision, type SkillTrust, trustOfSource } from './skill-policy.js'

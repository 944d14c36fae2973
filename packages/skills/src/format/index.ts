export { skillLimits } from './limits.js'
export { type LintedSkill, type LintReport, lintSkill } from './lint-skill.js'
export { type MarkdownDocument, readDocument } from './read-document.js'
export { toPlatform } from './read-facts.js'
export { readSkill } from './read-skill.js'
export type {
  NeededFile,
  NeededVariable,
  SkillConditions,
  SkillDocument,
  SkillFacts,
  SkillNeeds,
  SkillSetting,
} from './skill-document.js'
export { isSkillName, toSkillName } from './skill-name.js'

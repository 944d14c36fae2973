export { createSkillIndex, indexFolder, type SkillIndex, type SkillIndexOptions } from './create-skill-index.js'
export { findFolders } from './find-folders.js'
export { isApplicable, type SkillSituation } from './select-skills.js'
export {
  indexedDescription,
  type ListedSkill,
  type SkillEntry,
  type SkillOrigin,
  type SkillPlace,
  type SkillPlugin,
  type SkillProblem,
  type SkillSet,
} from './skill-entry.js'

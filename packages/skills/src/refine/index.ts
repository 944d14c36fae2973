export type { ChangedFile } from './compare-folders.js'
export {
  createSkillRefinements,
  type SkillRefinements,
  type SkillRefinementsOptions,
} from './create-skill-refinements.js'

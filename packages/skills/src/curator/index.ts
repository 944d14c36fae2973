export { type CuratedSkill, type Curator, type CuratorOptions, createCurator } from './create-curator.js'
export { type MergeSuggestion, suggestMerges } from './suggest-merges.js'
export { readUses, recordUse, type SkillUses } from './uses.js'

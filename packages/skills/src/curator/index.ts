export { type CuratedSkill, type Curator, type CuratorOptions, createCurator } from './create-curator.js'
export { readUses, recordUse, type SkillUses } from './uses.js'

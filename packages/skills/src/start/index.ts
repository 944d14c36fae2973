export {
  createSkillStarter,
  type SkillStarter,
  type SkillStarterOptions,
  type StartableSkill,
} from './create-skill-starter.js'
export { type ReadBundles, readBundles, type SkillBundle } from './read-bundles.js'

export {
  createSkillLibrary,
  type OpenedSkill,
  type SkillLibrary,
  type SkillLibraryOptions,
} from './create-skill-library.js'
export { describeSkill, inPlugin } from './describe-skill.js'
export {
  isRemote,
  type OpenedRemoteSkill,
  type RemoteSkill,
  type RemoteSkills,
  type SkillReader,
  type UsableSkill,
} from './remote-skill.js'
export { describeMissing, isIncomplete, type MissingSetup, missingSetup, type SetupPlace } from './setup.js'
export { listSkillFiles, readSkillFile, resolveInside, type SkillFile, type SkillFileContent } from './skill-files.js'

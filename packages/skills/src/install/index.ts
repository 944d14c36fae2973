export {
  createSkillInstaller,
  type FetchedSource,
  type FileVersions,
  type SkillInstaller,
  type SkillInstallerOptions,
  type SkillUpdate,
} from './create-skill-installer.js'
export type { SourceServices } from './fetch-source.js'
export type { OfferedSkill } from './find-offered.js'
export type { FileMerge } from './merge-files.js'
export { parseSnapshot, type SkillSnapshot, type SnapshotSkill, snapshotOf } from './skill-snapshot.js'

export { type ChangeRequest, createSkillStore, type SkillStore, type SkillStoreOptions } from './create-skill-store.js'
export { type FileHashes, hashFiles, hashFolder, hashOf } from './folder-hash.js'
export { bundledSource, type LockedSkill, lockCopy, readLock, type SkillLock, writeLock } from './lock-file.js'
export type { SkillAction, SkillChange } from './skill-change.js'

export { type CheckedFolder, openFolder, openResolved, stale } from './checked-folder.js'
export { resolvePath } from './resolve-path.js'
export { fileError, writeAtomically } from './write-atomically.js'

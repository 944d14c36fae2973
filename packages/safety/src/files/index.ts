export { type CheckedFolder, openFolder, openResolved, stale } from './checked-folder.js'
export { replaceFile } from './replace-file.js'
export { resolvePath } from './resolve-path.js'
export { fileError, writeAtomically } from './write-atomically.js'

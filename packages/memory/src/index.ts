export { assertHarmless } from './files/assert-harmless.js'
export { describeUse } from './files/describe-use.js'
export type { ChangeAuthor, ChangeOrigin, MemoryChange } from './files/memory-change.js'
export { addedBy, removedBy, undoneIn } from './files/memory-change.js'
export type { MemoryEdit } from './files/memory-edit.js'
export { MemoryError } from './files/memory-error.js'
export type { MemoryContent, MemoryFile } from './files/memory-file.js'
export {
  createMemoryFiles,
  fileOf,
  type MemoryFiles,
  type MemoryFilesOptions,
  type MemoryTarget,
  type NotesSharing,
  type PersonMemory,
} from './files/memory-files.js'
export { createMemoryLock, type MemoryLock } from './files/memory-lock.js'
export { type MemorySectionsOptions, memorySections } from './prompt/memory-sections.js'
export { type AttachedProvider, type AttachProviderOptions, attachProvider } from './provider/attach-provider.js'
export { createReviewer, type Reviewer, type ReviewerOptions } from './review/create-reviewer.js'
export { type Learned, type Reviewed, type ReviewOptions, reviewMessages } from './review/review-messages.js'
export { type MemoryToolOptions, memoryTool } from './tool/memory-tool.js'
export {
  createMemoryWrites,
  type MemoryWrite,
  type MemoryWrites,
  type MemoryWritesOptions,
  type TargetChange,
  type WriteOutcome,
  type WrittenMemory,
} from './writes/memory-writes.js'
export { createPendingChanges, type PendingChange, type PendingChanges } from './writes/pending-changes.js'

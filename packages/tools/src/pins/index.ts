export { type FolderFile, fingerprintFolder, fingerprintTool } from './fingerprint.js'
export { findingsOf, type JudgedTool, type JudgeToolsOptions, judgeTools } from './judge-tools.js'
export { createPinBook, type PinBook, type PinnedItem, type PinStatus } from './pin-book.js'

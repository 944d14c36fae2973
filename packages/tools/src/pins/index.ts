export { type FolderFile, fingerprintFolder, fingerprintTool } from './fingerprint.js'
export { type JudgedTool, type JudgeToolsOptions, judgeTools } from './judge-tools.js'
export { createPinBook, type PinBook, type PinnedItem } from './pin-book.js'

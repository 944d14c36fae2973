export { isInside } from './is-inside.js'
export { denialReason, denialReasonForName, type FileOperation, type ProtectedFolders } from './protect.js'
export { agentSecrets, agentWorkFolders, homeSecrets, homeStartup } from './protected-paths.js'

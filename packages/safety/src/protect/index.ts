export { isInside } from './is-inside.js'
export { type FileOperation, type ProtectedFolders, refusalOf, refusalOfName } from './protect.js'
export { agentSecrets, agentWorkFolders, homeSecrets, homeStartup } from './protected-paths.js'

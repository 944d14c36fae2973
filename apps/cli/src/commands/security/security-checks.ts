import type { Check } from '../doctor/check.js'
import { checkApprovals, checkSandboxing } from './checks/check-approvals.js'
import { checkFiles } from './checks/check-files.js'
import { checkGateway } from './checks/check-gateway.js'
import { checkKeys } from './checks/check-keys.js'
import { checkPlugins, checkServers } from './checks/check-servers.js'
import { checkFolders, checkSkills } from './checks/check-skills.js'

/** All checks, in display order. */
export const securityChecks: readonly Check[] = [
  { name: 'files', title: 'Files', look: checkFiles },
  { name: 'keys', title: 'Keys', look: checkKeys },
  { name: 'approvals', title: 'Approvals', look: checkApprovals },
  { name: 'sandbox', title: 'Sandbox', look: checkSandboxing },
  { name: 'gateway', title: 'Gateway', look: checkGateway },
  { name: 'servers', title: 'MCP servers', look: checkServers },
  { name: 'plugins', title: 'Plugins', look: checkPlugins },
  { name: 'folders', title: 'Folders', look: checkFolders },
  { name: 'skills', title: 'Skills', look: checkSkills },
]

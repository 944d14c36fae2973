import type { CommandSpec } from '../arguments/command-spec.js'
import { acpCommands } from './acp/spec.js'
import { approvalsCommands } from './approvals/spec.js'
import { authCommands } from './auth/spec.js'
import { backupCommands } from './backup/spec.js'
import { chatCommands } from './chat/spec.js'
import { checkpointsCommands } from './checkpoints/spec.js'
import { completionCommands } from './completion/spec.js'
import { configCommands } from './config/spec.js'
import { cronCommands } from './cron/spec.js'
import { curatorCommands } from './curator/spec.js'
import { debugCommands } from './debug/spec.js'
import { doctorCommands } from './doctor/spec.js'
import { fallbackCommands } from './fallback/spec.js'
import { gatewayCommands } from './gateway/spec.js'
import { hooksCommands } from './hooks/spec.js'
import { importAgentCommands } from './import-agent/spec.js'
import { insightsCommands } from './insights/spec.js'
import { journeyCommands } from './journey/spec.js'
import { logsCommands } from './logs/spec.js'
import { manCommands } from './man/spec.js'
import { mcpCommands } from './mcp/spec.js'
import { memoryCommands } from './memory/spec.js'
import { modelCommands } from './model/spec.js'
import { pluginsCommands } from './plugins/spec.js'
import { profileCommands } from './profile/spec.js'
import { promptSizeCommands } from './prompt-size/spec.js'
import { questionsCommands } from './questions/spec.js'
import { queueCommands } from './queue/spec.js'
import { securityCommands } from './security/spec.js'
import { sendCommands } from './send/spec.js'
import { serveCommands } from './serve/spec.js'
import { sessionsCommands } from './sessions/spec.js'
import { setupCommands } from './setup/spec.js'
import { skillsCommands } from './skills/spec.js'
import { statusCommands } from './status/spec.js'
import { toolsCommands } from './tools/spec.js'
import { trajectoriesCommands } from './trajectories/spec.js'
import { webhookCommands } from './webhook/spec.js'
import { worktreeCommands } from './worktree/spec.js'

/** Commands of the program `hermes`, in the order of its help. */
export const commands: readonly CommandSpec[] = [
  ...chatCommands,
  ...setupCommands,
  ...modelCommands,
  ...fallbackCommands,
  ...toolsCommands,
  ...pluginsCommands,
  ...hooksCommands,
  ...promptSizeCommands,
  ...sessionsCommands,
  ...insightsCommands,
  ...trajectoriesCommands,
  ...worktreeCommands,
  ...backupCommands,
  ...checkpointsCommands,
  ...importAgentCommands,
  ...questionsCommands,
  ...approvalsCommands,
  ...mcpCommands,
  ...queueCommands,
  ...cronCommands,
  ...skillsCommands,
  ...curatorCommands,
  ...memoryCommands,
  ...journeyCommands,
  ...profileCommands,
  ...configCommands,
  ...authCommands,
  ...statusCommands,
  ...doctorCommands,
  ...securityCommands,
  ...logsCommands,
  ...debugCommands,
  ...gatewayCommands,
  ...sendCommands,
  ...webhookCommands,
  ...acpCommands,
  ...serveCommands,
  ...completionCommands,
  ...manCommands,
]

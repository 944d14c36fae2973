import { agentRules } from './agent.js'
import { archiverRules } from './archivers.js'
import { containerRules } from './containers.js'
import { databaseRules } from './database.js'
import { deleteRules } from './delete.js'
import { diskRules } from './disk.js'
import { fedPackageRunnerRules } from './fed-package-runners.js'
import { gitHookRule, gitRules } from './git.js'
import { infrastructureRules } from './infrastructure.js'
import { loaderRules } from './loaders.js'
import { networkRules } from './network.js'
import { packageListRules } from './package-lists.js'
import { permissionRules } from './permissions.js'
import { persistenceRules } from './persistence.js'
import { processRules } from './processes.js'
import type { Rule } from './rule.js'
import { secretVariableRules } from './secret-variables.js'
import { serviceRules } from './services.js'
import { systemFileRules } from './system-files.js'
import { userRules } from './users.js'

/** Rules for effects that outlast the conversation: what runs by itself later, and what the agent may do. */
export const lastingRules: readonly Rule[] = [
  ...persistenceRules,
  ...serviceRules,
  ...userRules,
  ...agentRules,
  gitHookRule,
]

/** Rules for everything that is asked about. */
export const dangerRules: readonly Rule[] = [
  ...deleteRules,
  ...archiverRules,
  ...diskRules,
  ...processRules,
  ...gitRules,
  ...databaseRules,
  ...permissionRules,
  ...systemFileRules,
  ...persistenceRules,
  ...loaderRules,
  ...serviceRules,
  ...networkRules,
  ...secretVariableRules,
  ...packageListRules,
  ...fedPackageRunnerRules,
  ...containerRules,
  ...infrastructureRules,
  ...userRules,
  ...agentRules,
]

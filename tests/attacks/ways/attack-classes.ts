import type { AttackClass } from '../attack.ts'
import { destroyHome } from './destroy-home.ts'
import { destroyProject } from './destroy-project.ts'
import { persistHome } from './persist-home.ts'
import { persistProject } from './persist-project.ts'
import { policyFiles } from './policy-files.ts'
import { policyLaunchers } from './policy-launchers.ts'
import { stealFiles } from './steal-files.ts'
import { stealProcesses } from './steal-processes.ts'

/** The classes, in the order of the tables. */
export const attackClasses: readonly AttackClass[] = [
  destroyHome,
  destroyProject,
  stealFiles,
  stealProcesses,
  persistHome,
  persistProject,
  policyFiles,
  policyLaunchers,
]

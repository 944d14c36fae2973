import { foldersOutside } from '@hermes/environments'
import { findProgram } from '@hermes/environments/sandbox'
import type { Variables } from '../../home/home-paths.js'

/** Returns the absolute path of `git`. It must not come from the project, for example from `node_modules/.bin`. */
export function findGit(variables: Variables, workspace: string): string {
  return findProgram('git', foldersOutside(workspace, variables)) ?? '/usr/bin/git'
}

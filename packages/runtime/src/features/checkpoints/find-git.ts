import { foldersOutside } from '@hermes/environments'
import { findProgram } from '@hermes/environments/sandbox'
import type { Variables } from '../../home/home-paths.js'

/** The absolute path of `git`. Must not come from the project, as in `node_modules/.bin`. */
export function findGit(variables: Variables, workspace: string): string {
  return findProgram('git', foldersOutside(workspace, variables)) ?? '/usr/bin/git'
}

import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Task } from '@hermes/scheduler'
import { expandTilde, userFolder, type Variables } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'

/** Returns a sentence if the folder of a job does not exist on this machine; `undefined` if it exists or the job works elsewhere. */
export function missingFolder(
  { workingDirectory }: Pick<Task, 'workingDirectory'>,
  { terminal }: Pick<Config, 'terminal'>,
  variables: Variables,
): string | undefined {
  if (workingDirectory === undefined || terminal.backend !== 'local') return undefined
  const folder = resolve(workingDirectory, expandTilde(terminal.cwd, userFolder(variables)))
  const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
  return isThere ? undefined : noFolder(folder)
}

export function noFolder(folder: string): string {
  return `There is no folder ${folder}, in which the job works: create it, or give the job another one.`
}

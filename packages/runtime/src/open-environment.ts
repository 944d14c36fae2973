import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ConfigError, type Environment, type Logger } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments/local'
import { expandTilde, userFolder } from './home-paths.js'
import type { RuntimeOptions } from './runtime.js'

/** Where commands run. @throws {ConfigError} when the working folder does not exist. */
export async function openEnvironment(options: RuntimeOptions, logger: Logger): Promise<Environment> {
  const { config, variables } = options
  const workingDirectory = resolve(options.workingDirectory, expandTilde(config.terminal.cwd, userFolder(variables)))
  if (!(await isFolder(workingDirectory))) {
    throw new ConfigError(
      'terminal.cwd',
      `There is no folder ${workingDirectory} to work in: correct terminal.cwd, or make it.`,
    )
  }
  const passThrough = config.terminal.env_passthrough
  return createLocalEnvironment({ workingDirectory, variables, passThrough, services: { logger } })
}

async function isFolder(path: string): Promise<boolean> {
  const status = await stat(path).catch(() => undefined)
  return status?.isDirectory() ?? false
}

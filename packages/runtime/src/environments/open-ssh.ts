import { resolve } from 'node:path'
import { ConfigError, type Environment, type Logger } from '@hermes/core'
import { withSearchPathOutside } from '@hermes/environments'
import { createSshEnvironment } from '@hermes/environments/ssh'
import { expandTilde, userFolder } from '../home/home-paths.js'
import type { RuntimeOptions } from '../runtime-options.js'
import { syncedFiles } from './synced-files.js'

/** Opens an environment on the configured host. */
export async function openSsh(options: RuntimeOptions, logger: Logger): Promise<Environment> {
  const { variables } = options
  const { terminal } = options.config
  if (terminal.ssh_host === '') {
    throw new ConfigError('terminal.ssh_host', 'The ssh backend has no host: set terminal.ssh_host.')
  }
  return createSshEnvironment({
    host: terminal.ssh_host,
    ...(terminal.ssh_user !== '' && { user: terminal.ssh_user }),
    ...(terminal.ssh_port !== 0 && { port: terminal.ssh_port }),
    ...(terminal.ssh_key !== '' && { keyFile: expandTilde(terminal.ssh_key, userFolder(variables)) }),
    ...(terminal.cwd !== '.' && { workingDirectory: terminal.cwd }),
    variables: withSearchPathOutside(resolve(options.workingDirectory), variables),
    passThrough: terminal.env_passthrough,
    synced: syncedFiles(options),
    services: { logger },
  })
}

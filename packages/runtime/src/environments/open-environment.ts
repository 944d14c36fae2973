import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ConfigError, type Environment, type Logger } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments'
import { type SandboxNetwork, withSandbox } from '@hermes/environments/sandbox'
import { expandTilde, userFolder } from '../home/home-paths.js'
import type { RuntimeOptions } from '../runtime-options.js'
import { createCommandNetwork } from './network/command-network.js'
import { openSandbox } from './sandbox/open-sandbox.js'

/**
 * Opens the environment for commands. `warn` is called with a sentence for the user when commands are not sandboxed.
 * @throws {ConfigError} when the working folder does not exist, or a required sandbox is not available.
 */
export async function openEnvironment(
  options: RuntimeOptions,
  logger: Logger,
  warn: (sentence: string) => void,
  network: SandboxNetwork = byConfig(options, logger),
): Promise<Environment> {
  const { config, variables } = options
  const workingDirectory = resolve(options.workingDirectory, expandTilde(config.terminal.cwd, userFolder(variables)))
  if (!(await isFolder(workingDirectory))) {
    const remedy =
      config.terminal.cwd === '.' ? 'create it, or start in another one' : 'correct terminal.cwd, or create it'
    throw new ConfigError('terminal.cwd', `There is no folder ${workingDirectory} to work in: ${remedy}.`)
  }
  const passThrough = config.terminal.env_passthrough
  const { sandbox, warning } = await openSandbox({ ...options, workingDirectory, network }, logger)
  const local = createLocalEnvironment({
    workingDirectory,
    variables,
    passThrough,
    ...(sandbox && { sandbox }),
    services: { logger },
  })
  if (warning !== undefined) warn(warning)
  return sandbox ? withSandbox(local, sandbox) : local
}

/** Creates a network without choices of conversations and with no one to ask. */
function byConfig({ config, surface }: RuntimeOptions, logger: Logger): SandboxNetwork {
  return createCommandNetwork({ config, isAttended: surface.isAttended ?? surface.ask !== undefined, logger })
}

async function isFolder(path: string): Promise<boolean> {
  const status = await stat(path).catch(() => undefined)
  return status?.isDirectory() ?? false
}

import type { Environment, Logger } from '@hermes/core'
import type { SandboxNetwork } from '@hermes/environments/sandbox'
import { fetchFromVariables } from '@hermes/transports'
import { loadExtension } from '../extensions/load-extension.js'
import type { RuntimeOptions } from '../runtime-options.js'
import { openEnvironment } from './open-environment.js'

/** Opens the configured environment for commands. @throws {ConfigError | EnvironmentError} when it is not available. */
export async function chooseEnvironment(
  options: RuntimeOptions,
  logger: Logger,
  warn: (sentence: string) => void,
  network?: SandboxNetwork,
): Promise<Environment> {
  const { config, paths, variables } = options
  if (config.environment) {
    const services = { fetch: fetchFromVariables(variables), logger }
    const section = config.environment
    return loadExtension({ kind: 'environment', path: 'environment', section, home: paths.home, services })
  }
  switch (config.terminal.backend) {
    case 'docker':
      return (await import('./open-docker.js')).openDocker(options, logger)
    case 'ssh':
      return (await import('./open-ssh.js')).openSsh(options, logger)
    case 'local':
      return openEnvironment(options, logger, warn, network)
  }
}

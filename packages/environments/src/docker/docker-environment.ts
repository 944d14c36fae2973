import { describeError, type Environment, silentLogger } from '@hermes/core'
import { scrubVariables } from '../local/scrub-variables.js'
import { createRemoteEnvironment, type RemoteServices } from '../remote/remote-environment.js'
import { type ContainerPolicy, createContainer } from './container.js'
import type { ContainerOptions } from './container-options.js'
import { createDockerLink } from './docker-link.js'
import { findEngine } from './engine.js'
import { reapContainers } from './reap-containers.js'
import { workspaceFolder } from './run-arguments.js'

export interface DockerEnvironmentOptions {
  readonly container: ContainerOptions
  /** Owner of the container, and how long it is kept. */
  readonly keeping?: Partial<ContainerPolicy> & { readonly removesOrphans?: boolean }
  /** Path in the container: absolute, or relative to its home. Default: `/workspace`. */
  readonly workingDirectory?: string
  /** Environment variables of the agent (`process.env`). The engine's program receives them without credentials. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Variables for commands. They are not written into the container's settings. Default: none. */
  readonly commandVariables?: Readonly<Record<string, string>>
  /** Program of the engine: `docker`, `podman` or a path. Default: the first of the two that responds. */
  readonly program?: string
  /** How long a process may take to react to a signal before it is killed. Default: 2,000. */
  readonly killGraceMs?: number
  readonly services?: DockerServices
}

export interface DockerServices extends RemoteServices {
  /** Default: `Date.now`. */
  readonly now?: () => number
}

/**
 * Runs commands and stores files in a Docker or Podman container, without privileges outside of it. The image needs a
 * POSIX shell with the usual utilities; `bash` is used when present.
 *
 * All processes in the container end together with the agent, even when it is killed. An unused container exits.
 *
 * @throws {EnvironmentError} when no engine responds or the container cannot be created.
 */
export async function createDockerEnvironment(options: DockerEnvironmentOptions): Promise<Environment> {
  const { keeping = {}, services = {}, commandVariables = {}, killGraceMs = 2_000 } = options
  const { profile = 'default', key = '', isReused = true, lifetimeSeconds = 300, removesOrphans = true } = keeping
  const { logger = silentLogger, now = Date.now } = services
  const engine = await findEngine({ program: options.program, variables: scrubVariables(options.variables) })
  if (removesOrphans) {
    await reapContainers(engine, { profile, nowMs: now() }).catch((error: unknown) => {
      logger.log('warn', 'Abandoned containers could not be removed.', { error: describeError(error) })
    })
  }
  const container = createContainer(engine, options.container, { profile, key, isReused, lifetimeSeconds }, logger)
  return createRemoteEnvironment({
    id: 'docker',
    isolation: isolationOf(options.container),
    link: createDockerLink(engine, container),
    workingDirectory: options.workingDirectory ?? workspaceFolder,
    variables: commandVariables,
    killGraceMs,
    services,
  })
}

/** Returns the isolation of the container. Its commands can damage mounted files of this machine. */
function isolationOf({ workspace, volumes = [], extraArguments = [] }: ContainerOptions): 'sandbox' | 'container' {
  const isOpen =
    workspace !== undefined || volumes.some((volume) => !volume.endsWith(':ro')) || extraArguments.length > 0
  return isOpen ? 'sandbox' : 'container'
}

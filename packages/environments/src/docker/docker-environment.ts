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
  /** How long the container is kept, and for whom. */
  readonly keeping?: Partial<ContainerPolicy> & { readonly removesOrphans?: boolean }
  /** In the container: absolute, or relative to its home folder. Default `/workspace`. */
  readonly workingDirectory?: string
  /** The agent's own variables (`process.env`, read by the app): the engine's program gets them without credentials. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** What commands in the container get. It is not written into the container's settings. Default: nothing. */
  readonly commandVariables?: Readonly<Record<string, string>>
  /** `docker`, `podman` or a path. Default: the first of the two that answers. */
  readonly program?: string
  /** How long a process may take to follow a signal before it is killed. Default 2,000. */
  readonly killGraceMs?: number
  readonly services?: DockerServices
}

export interface DockerServices extends RemoteServices {
  /** Default: the clock. */
  readonly now?: () => number
}

/**
 * Runs commands and keeps files in a container of Docker or Podman, without rights that reach beyond it. The image needs a
 * POSIX shell with the usual programs; with `bash`, commands are run by that.
 *
 * Everything that was started there ends with the agent, however it ends; a container that nobody uses ends by itself.
 * @throws {EnvironmentError} when no engine answers, or it cannot make the container.
 */
export async function createDockerEnvironment(options: DockerEnvironmentOptions): Promise<Environment> {
  const { keeping = {}, services = {}, commandVariables = {}, killGraceMs = 2_000 } = options
  const { profile = 'default', key = '', isReused = true, lifetimeSeconds = 300, removesOrphans = true } = keeping
  const { logger = silentLogger, now = Date.now } = services
  const engine = await findEngine({ program: options.program, variables: scrubVariables(options.variables) })
  if (removesOrphans) {
    await reapContainers(engine, { profile, nowMs: now() }).catch((error: unknown) => {
      logger.log('warn', 'Containers that were left behind could not be removed.', { error: describeError(error) })
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

/** A container that holds files of this machine can harm those. */
function isolationOf({ workspace, volumes = [], extraArguments = [] }: ContainerOptions): 'sandbox' | 'container' {
  const isOpen =
    workspace !== undefined || volumes.some((volume) => !volume.endsWith(':ro')) || extraArguments.length > 0
  return isOpen ? 'sandbox' : 'container'
}

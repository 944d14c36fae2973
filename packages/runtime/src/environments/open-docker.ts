import { basename, join, resolve } from 'node:path'
import type { Environment, Logger } from '@hermes/core'
import { withSearchPathOutside } from '@hermes/environments'
import { createDockerEnvironment, type DockerEnvironmentOptions } from '@hermes/environments/docker'
import type { RuntimeOptions } from '../runtime-options.js'
import type { Config } from '../schema/config-schema.js'
import { syncedFiles } from './synced-files.js'

/** Opens the configured container. */
export async function openDocker(options: RuntimeOptions, logger: Logger): Promise<Environment> {
  const { config, paths, variables } = options
  const { terminal } = config
  return createDockerEnvironment({
    container: toContainer(options),
    keeping: {
      profile: basename(paths.home),
      key: `${paths.home}:${terminal.docker_shared_container_key}`,
      isReused: terminal.docker_persist_across_processes,
      lifetimeSeconds: terminal.lifetime_seconds,
      removesOrphans: terminal.docker_orphan_reaper,
    },
    ...(terminal.cwd !== '.' && { workingDirectory: terminal.cwd }),
    ...(terminal.docker_program !== '' && { program: terminal.docker_program }),
    variables: withSearchPathOutside(resolve(options.workingDirectory), variables),
    commandVariables: toVariables(terminal, variables),
    services: { logger },
  })
}

function toContainer(options: RuntimeOptions): DockerEnvironmentOptions['container'] {
  const {
    paths,
    workingDirectory,
    config: { terminal },
  } = options
  const mounts = syncedFiles(options).map(({ local, remote }) => `${local}:/root/${remote}:ro`)
  const user = terminal.docker_run_as_host_user ? hostUser() : undefined
  return {
    image: terminal.docker_image,
    ...(terminal.docker_mount_cwd_to_workspace && { workspace: resolve(workingDirectory) }),
    ...(terminal.container_persistent && { stateFolder: join(paths.home, 'sandboxes', 'docker') }),
    volumes: [...mounts, ...terminal.docker_volumes],
    network: terminal.docker_network,
    limits: {
      cpus: terminal.container_cpu,
      memoryMb: terminal.container_memory,
      diskMb: terminal.container_disk,
    },
    ...(user !== undefined && { user }),
    extraArguments: terminal.docker_extra_args,
  }
}

function toVariables(
  { docker_env, docker_forward_env, env_passthrough }: Config['terminal'],
  variables: RuntimeOptions['variables'],
): Record<string, string> {
  const forwarded = [...docker_forward_env, ...env_passthrough].flatMap((name) => {
    const value = variables[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(forwarded), ...docker_env }
}

/** Returns the user for the container; `undefined` on Windows, where the engine maps users itself. */
function hostUser(): string | undefined {
  const [user, group] = [process.getuid?.(), process.getgid?.()]
  return user === undefined || group === undefined ? undefined : `${user}:${group}`
}

import type { ContainerLimits, ContainerOptions } from './container-options.js'

/** Default working directory of commands. */
export const workspaceFolder = '/workspace'

/** Variable of the process that watches a connection. The container counts as used while such a process exists. */
export const guardianVariable = 'HERMES_GUARDIAN=1'

export interface RunArgumentsOptions {
  readonly container: ContainerOptions
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  /** Whether the engine removes the container when it exits. */
  readonly isTemporary: boolean
  /** The container exits after being unused for this many seconds. */
  readonly lifetimeSeconds: number
  /** Whether to set the disk limit, which not every storage driver supports. */
  readonly withDiskLimit: boolean
}

/**
 * Arguments that drop all capabilities except those for files, prevent privilege escalation, and limit processes and
 * temporary folders.
 */
const hardening = [
  ...['--cap-drop', 'ALL'],
  ...['DAC_OVERRIDE', 'CHOWN', 'FOWNER'].flatMap((capability) => ['--cap-add', capability]),
  ...['--security-opt', 'no-new-privileges'],
  ...['--pids-limit', '256'],
  ...['--tmpfs', '/tmp:rw,exec,nosuid,size=512m,mode=1777'],
  ...['--tmpfs', '/var/tmp:rw,noexec,nosuid,size=256m,mode=1777'],
  ...['--tmpfs', '/run:rw,noexec,nosuid,size=64m'],
]

/** Returns the arguments for the engine's `run`. */
export function runArguments(options: RunArgumentsOptions): readonly string[] {
  const { container, name, labels, isTemporary, lifetimeSeconds, withDiskLimit } = options
  const { image, network = true, limits = {}, user, volumes = [], extraArguments = [] } = container
  return [
    ...['run', '--detach', '--name', name, '--workdir', workspaceFolder],
    ...Object.entries(labels).flatMap(([key, value]) => ['--label', `${key}=${value}`]),
    ...(isTemporary ? ['--rm'] : []),
    ...hardening,
    ...(network ? [] : ['--network', 'none']),
    ...limitArguments(limits, withDiskLimit),
    // The home folder of the image may not be writable for another user.
    ...(user === undefined ? [] : ['--user', user, '--env', `HOME=${workspaceFolder}`]),
    ...folderArguments(container),
    ...volumes.flatMap((volume) => ['--volume', volume]),
    ...extraArguments,
    ...['--entrypoint', 'sh', image, '-c', idleScript(lifetimeSeconds)],
  ]
}

function limitArguments({ cpus, memoryMb, diskMb }: ContainerLimits, withDiskLimit: boolean): readonly string[] {
  return [
    ...(cpus ? ['--cpus', `${cpus}`] : []),
    ...(memoryMb ? ['--memory', `${memoryMb}m`] : []),
    ...(diskMb && withDiskLimit ? ['--storage-opt', `size=${diskMb}m`] : []),
  ]
}

function folderArguments({ workspace, stateFolder, user }: ContainerOptions): readonly string[] {
  const kept = (name: string, place: string, size: string) =>
    stateFolder === undefined
      ? ['--tmpfs', `${place}:rw,exec,size=${size},mode=${user === undefined ? '0755' : '1777'}`]
      : ['--volume', `${stateFolder}/${name}:${place}`]
  return [
    ...(workspace === undefined
      ? kept('workspace', workspaceFolder, '10g')
      : ['--volume', `${workspace}:${workspaceFolder}`]),
    ...kept('home', '/root', '1g'),
  ]
}

/**
 * Returns the script of process 1, which waits until the container is unused. A waiting shell reaps orphans, so the
 * engine's `--init` is not needed; Podman implements it with a package that is often missing (`catatonit`).
 */
function idleScript(lifetimeSeconds: number): string {
  const tick = Math.max(1, Math.min(15, Math.floor(lifetimeSeconds / 4)))
  return `trap 'exit 0' TERM INT
idle=0
while [ $idle -lt ${Math.ceil(lifetimeSeconds)} ]; do
  sleep ${tick} &
  wait $!
  if grep -qs ${guardianVariable} /proc/[0-9]*/environ; then idle=0; else idle=$((idle + ${tick})); fi
done`
}

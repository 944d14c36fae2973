import type { ContainerLimits, ContainerOptions } from './container-options.js'

/** Where commands start, unless they are told otherwise. */
export const workspaceFolder = '/workspace'

/** What the variables of a process that watches over a connection hold: as long as there is one, the container is used. */
export const guardianVariable = 'HERMES_GUARDIAN=1'

export interface RunArgumentsOptions {
  readonly container: ContainerOptions
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  /** The engine forgets the container when it ends. */
  readonly isTemporary: boolean
  /** The container ends by itself when nobody has used it for so long. */
  readonly lifetimeSeconds: number
  /** The engine's storage may be unable to limit a container's disk. */
  readonly withDiskLimit: boolean
}

/** No rights beyond those over files, no way to gain any, few processes, and temporary folders that cannot fill the memory. */
const hardening = [
  ...['--cap-drop', 'ALL'],
  ...['DAC_OVERRIDE', 'CHOWN', 'FOWNER'].flatMap((capability) => ['--cap-add', capability]),
  ...['--security-opt', 'no-new-privileges'],
  ...['--pids-limit', '256'],
  ...['--tmpfs', '/tmp:rw,exec,nosuid,size=512m,mode=1777'],
  ...['--tmpfs', '/var/tmp:rw,noexec,nosuid,size=256m,mode=1777'],
  ...['--tmpfs', '/run:rw,noexec,nosuid,size=64m'],
]

/** The arguments of the engine's `run`. */
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
    // Another user's home may not be writable.
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
 * Process 1 of the container: it waits for the end of its use. A shell that waits reaps every orphan, so the engine's `--init`,
 * which Podman delegates to a package that is often missing (`catatonit`), is not needed.
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

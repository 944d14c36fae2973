/** Options of a container. A container with the same options and the same profile is reused. */
export interface ContainerOptions {
  readonly image: string
  /** Folder on this machine that is mounted as `/workspace`. Default: an empty folder. */
  readonly workspace?: string
  /**
   * Folder on this machine for the container's home, and for `/workspace` unless that is mounted. Default: both are in
   * memory and are lost with the container.
   */
  readonly stateFolder?: string
  /** Additional mounts, in the format of the engine's `-v`. */
  readonly volumes?: readonly string[]
  /** Whether the container has network access. Default: true. */
  readonly network?: boolean
  readonly limits?: ContainerLimits
  /** User in the container, as `uid:gid`. Default: the user of the image. */
  readonly user?: string
  /** Arguments that are passed to the engine's `run` unchanged. */
  readonly extraArguments?: readonly string[]
}

export interface ContainerLimits {
  /** Number of CPUs. Default: no limit. */
  readonly cpus?: number
  /** Memory in megabytes. Default: no limit. */
  readonly memoryMb?: number
  /** Size of the container's writable layer in megabytes, if the engine's storage driver supports a limit. Default: no limit. */
  readonly diskMb?: number
}

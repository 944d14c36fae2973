/** Options of a container. A container with the same options and the same profile is reused. */
export interface ContainerOptions {
  readonly image: string
  /** A folder on this machine that is mounted as `/workspace`. Default: an empty folder. */
  readonly workspace?: string
  /**
   * A folder on this machine for the container's home, and for `/workspace` unless that is mounted. Default: both are
   * in memory and are lost with the container.
   */
  readonly stateFolder?: string
  /** Additional mounts, in the format of the engine's `-v`. */
  readonly volumes?: readonly string[]
  /** Default true. */
  readonly network?: boolean
  readonly limits?: ContainerLimits
  /** `uid:gid`. Default: the user of the image. */
  readonly user?: string
  /** Passed to the engine's `run` unchanged. */
  readonly extraArguments?: readonly string[]
}

export interface ContainerLimits {
  /** Number of CPUs. Default: no limit. */
  readonly cpus?: number
  /** Default: no limit. */
  readonly memoryMb?: number
  /** Limit of the container's writable layer, if the engine's storage driver supports one. Default: no limit. */
  readonly diskMb?: number
}

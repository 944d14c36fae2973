/** How a container is made. A container of the same options and the same profile is used again. */
export interface ContainerOptions {
  readonly image: string
  /** A folder of this machine that becomes `/workspace`. Default: an empty one. */
  readonly workspace?: string
  /**
   * A folder of this machine where the container's home, and its `/workspace` unless that is mounted, are kept. Default: both
   * are in memory, and end with the container.
   */
  readonly stateFolder?: string
  /** More mounts, as the engine's `-v` takes them. */
  readonly volumes?: readonly string[]
  /** Default true. */
  readonly network?: boolean
  readonly limits?: ContainerLimits
  /** `uid:gid`. Default: the image's. */
  readonly user?: string
  /** Handed to the engine's `run` as they stand. */
  readonly extraArguments?: readonly string[]
}

export interface ContainerLimits {
  /** Processors. Default: no limit. */
  readonly cpus?: number
  /** Default: no limit. */
  readonly memoryMb?: number
  /** Of what is written into the container, where the engine's storage can limit it. Default: no limit. */
  readonly diskMb?: number
}

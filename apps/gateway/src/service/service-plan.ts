/** What a service manager needs to know to run a gateway. All paths are absolute. */
export interface ServicePlan {
  /** The name of the service, such as `hermes-gateway`. It is the same for each installation of this home. */
  readonly name: string
  readonly description: string
  /** The program and its arguments. */
  readonly program: readonly string[]
  readonly home: string
  /** The working directory of the agent's commands. */
  readonly workingDirectory: string
  /** The value of `PATH`, because service managers start programs with a short one. */
  readonly searchPath: string
  /** The log file, for managers that keep no log themselves. */
  readonly logFile: string
  /** The user that a service of the whole system runs as. Default: it is a service of the current user. */
  readonly account?: string
  /** How long the main thread may be stuck before systemd restarts the gateway, in seconds. 0: forever. Default: 90. */
  readonly watchdogSeconds?: number
  /** How long turns may continue after a stop signal, in seconds. Default: 4. */
  readonly drainSeconds?: number
}

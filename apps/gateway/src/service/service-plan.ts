/** What a service manager needs to know to run a gateway. All paths are absolute. */
export interface ServicePlan {
  /** `hermes-gateway`, the same at each installation of this home. */
  readonly name: string
  readonly description: string
  /** The program and its arguments. */
  readonly program: readonly string[]
  readonly home: string
  /** Where the agent's commands start. */
  readonly workingDirectory: string
  /** `PATH`: service managers start programs with a short one. */
  readonly searchPath: string
  /** For managers that keep no log of their own. */
  readonly logFile: string
  /** The user that a service of the whole system runs as. Default: it is a service of the current user. */
  readonly account?: string
  /** How long the main thread may be stuck before systemd starts the gateway again. 0: for ever. Default 90. */
  readonly watchdogSeconds?: number
  /** How long turns may go on after a stop signal. Default 4. */
  readonly drainSeconds?: number
}

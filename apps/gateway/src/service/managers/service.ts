/** A command of the service manager. */
export interface Step {
  readonly argv: readonly string[]
  /** Whether the step may fail because there is nothing left to do, for example when it stops something that does not run. */
  readonly mayFail?: boolean
}

/** A gateway as one service manager sees it: a file, and the commands around it. */
export interface Service {
  readonly name: string
  /** The name that people see: `systemd`, `launchd`, `Task Scheduler`. */
  readonly manager: string
  readonly file: string
  readonly text: string
  readonly encoding: 'utf8' | 'utf16le'
  /** Steps after the file was written. */
  readonly register: readonly Step[]
  /** Steps before the file is removed. */
  readonly unregister: readonly Step[]
  /** Steps after the file was removed. */
  readonly forget: readonly Step[]
  readonly start: readonly Step[]
  readonly stop: readonly Step[]
  readonly restart: readonly Step[]
  /** Prints the state of the service. */
  readonly state: Step
  /** Prints the id of its process on a line, alone or as `pid = 4711`. Default: the manager does not report it. */
  readonly processId?: Step
  /** What else has to be done so that it runs without a login. */
  readonly advice?: string
}

/** A command of the service manager. */
export interface Step {
  readonly argv: readonly string[]
  /** Fails when there is nothing left to do, for example to stop what does not run. */
  readonly mayFail?: boolean
}

/** A gateway as one service manager sees it: a file, and the commands around it. */
export interface Service {
  readonly name: string
  /** For people: `systemd`, `launchd`, `Task Scheduler`. */
  readonly manager: string
  readonly file: string
  readonly text: string
  readonly encoding: 'utf8' | 'utf16le'
  /** After the file was written. */
  readonly register: readonly Step[]
  /** Before the file is removed. */
  readonly unregister: readonly Step[]
  /** After the file was removed. */
  readonly forget: readonly Step[]
  readonly start: readonly Step[]
  readonly stop: readonly Step[]
  readonly restart: readonly Step[]
  /** Prints the state of the service. */
  readonly state: Step
  /** Prints the id of its process on a line, alone or as `pid = 4711`. Default: the manager does not tell it. */
  readonly processId?: Step
  /** What else has to be done to run it without a login. */
  readonly advice?: string
}

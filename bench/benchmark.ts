/** One thing that is measured, by several contenders that do the same work. */
export interface Benchmark {
  readonly id: string
  readonly title: string
  /** How often each contender does its work, in turn with the others. */
  readonly rounds: number
  /** Rounds before these, which compile and are not counted. Default 2. */
  readonly warmUps?: number
  /** Each is prepared in a process of its own and stays there for all rounds. */
  readonly contenders: Readonly<Record<string, Prepare>>
  /** Contenders that have to be installed first: they join when they are asked for. */
  readonly peers?: Readonly<Record<string, Prepare>>
  /** The contender that the ratio column divides by. */
  readonly floor: string
  readonly targets: readonly Target[]
  /** Why it cannot be measured on this machine. */
  readonly unavailable?: string
}

/** Sets everything up that is not measured. */
export type Prepare = (place: Place) => Work | Promise<Work>

export interface Place {
  /** The scripted server, without a slash at the end. */
  readonly server: string
  /** An empty folder of the contender's own. */
  readonly folder: string
}

/** One round. What it returns is added to the measured figures, or takes their place. */
export type Work = () => Promise<Figures | undefined>

/** By name; the unit is the name's end: `wallMs`, `rssMb`, `deltaUs`. */
export type Figures = Readonly<Record<string, number>>

/** What the median of a figure may be at most: `limit`, or `limit` times the median ratio to another contender. */
export interface Target {
  readonly contender: string
  readonly figure: string
  readonly limit: number
  /** Where it is not measured, nothing is said about the target. */
  readonly against?: string
}

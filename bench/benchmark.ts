/** A benchmark in which several contenders do the same work. */
export interface Benchmark {
  readonly id: string
  readonly title: string
  /** The number of measured rounds. The contenders take turns. */
  readonly rounds: number
  /** Warm-up rounds that are not counted. Default 2. */
  readonly warmUps?: number
  /** The contenders. Each is prepared in its own process and stays there for all rounds. */
  readonly contenders: Readonly<Record<string, Prepare>>
  /** Contenders that must be installed first, and only run on request. */
  readonly peers?: Readonly<Record<string, Prepare>>
  /** The contender that the ratio column divides by. */
  readonly floor: string
  readonly targets: readonly Target[]
  /** Why the benchmark cannot be measured on this machine. */
  readonly unavailable?: string
}

/** Prepares everything that is not measured. */
export type Prepare = (place: Place) => Work | Promise<Work>

export interface Place {
  /** The scripted server, without a trailing slash. */
  readonly server: string
  /** An empty folder for the contender. */
  readonly folder: string
}

/** Runs one round. The returned figures are added to the measured ones, or replace them. */
export type Work = () => Promise<Figures | undefined>

/** Figures by name, with the unit as suffix: `wallMs`, `rssMb`, `deltaUs`. */
export type Figures = Readonly<Record<string, number>>

/** The upper bound of a figure's median: `limit`, or `limit` times the median ratio to another contender. */
export interface Target {
  readonly contender: string
  readonly figure: string
  readonly limit: number
  /** The other contender. If it is not measured, the target is not checked. */
  readonly against?: string
}

import type { LoadedConfig } from '@hermes/runtime'
import type { HomeOptions } from '../setup/open-home.js'

/** One thing that has to be right, or ought to be. */
export interface Check {
  /** What `--json` calls it. */
  readonly name: string
  readonly title: string
  look(context: CheckContext): Promise<Finding>
}

export interface CheckContext extends HomeOptions {
  /** Absent when they cannot be read: a check of its own says so. */
  readonly loaded: LoadedConfig | undefined
}

export interface Finding {
  /** `error`: Hermes does not work with it. */
  readonly level: 'ok' | 'warning' | 'error'
  /** How it is. */
  readonly text: string
  /** What to do about it, a sentence. */
  readonly fix?: string
}

export interface CheckResult extends Finding, Pick<Check, 'name' | 'title'> {}

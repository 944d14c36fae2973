import type { LoadedConfig } from '@hermes/runtime'
import type { Translate } from '@hermes/safety/language'
import type { HomeOptions } from '../../setup/open-home.js'

/** A check of the installation. */
export interface Check {
  /** Key of the check in `--json`. */
  readonly name: string
  readonly title: string
  look(context: CheckContext): Promise<Finding>
}

export interface CheckContext extends HomeOptions {
  /** Settings. Absent if they cannot be read, which a separate check reports. */
  readonly loaded: LoadedConfig | undefined
  /** Translates findings into the language of the reader. Programs read English. */
  readonly t: Translate
}

export interface Finding {
  /** `error`: Hermes does not work. */
  readonly level: 'ok' | 'warning' | 'error'
  /** What was found. */
  readonly text: string
  /** How to fix it, in one sentence. */
  readonly fix?: string
}

export interface CheckResult extends Finding, Pick<Check, 'name' | 'title'> {}

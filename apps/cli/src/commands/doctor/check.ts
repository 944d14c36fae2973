import type { LoadedConfig } from '@hermes/runtime'
import type { Translate } from '@hermes/safety/language'
import type { HomeOptions } from '../../setup/open-home.js'

/** One check of the installation. */
export interface Check {
  /** Its key in `--json`. */
  readonly name: string
  readonly title: string
  look(context: CheckContext): Promise<Finding>
}

export interface CheckContext extends HomeOptions {
  /** Absent if the settings cannot be read, which a separate check reports. */
  readonly loaded: LoadedConfig | undefined
  /** What is found is said in the language of its reader. Programs read English. */
  readonly t: Translate
}

export interface Finding {
  /** `error`: Hermes does not work. */
  readonly level: 'ok' | 'warning' | 'error'
  /** The finding. */
  readonly text: string
  /** How to fix it, one sentence. */
  readonly fix?: string
}

export interface CheckResult extends Finding, Pick<Check, 'name' | 'title'> {}

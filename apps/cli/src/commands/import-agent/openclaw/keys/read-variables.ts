import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { isRecord } from '@hermes/safety'
import { readOptional } from '@hermes/safety/files'
import { fieldsAt } from '../fields.js'
import type { OpenClawHome } from '../openclaw-home.js'
import { variableOf } from '../settings/variable-of.js'

/** Variables that OpenClaw defines. */
export interface ForeignVariables {
  readonly names: readonly string[]
  get(name: string): string | undefined
  /** Returns the text of a value: the value itself, or what it refers to; `undefined` if a program or another file provides it. */
  textOf(value: unknown): string | undefined
}

/** Reads `.env` and section `env` of the settings. Values in `.env` take precedence. */
export async function readVariables({ home, config }: OpenClawHome): Promise<ForeignVariables> {
  const env = fieldsAt(config, 'env')
  const inConfig = [...Object.entries(fieldsAt(env, 'vars')), ...Object.entries(env)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  const file = parseEnv((await readOptional(join(home, '.env'))) ?? '')
  const variables = new Map<string, string | undefined>([...inConfig, ...Object.entries(file)])
  const get = (name: string) => variables.get(name)?.trim() || undefined
  return {
    names: [...variables.keys()],
    get,
    textOf(value) {
      const variable = variableOf(value)
      if (variable !== undefined) return get(variable)
      return typeof value === 'string' && !isRecord(value) && !value.includes('${')
        ? value.trim() || undefined
        : undefined
    },
  }
}

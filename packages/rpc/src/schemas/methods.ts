import type * as z from 'zod'
import { commandMethods } from './command-methods.js'
import { connectionMethods } from './connection-methods.js'
import { promptMethods } from './prompt-methods.js'
import { sessionMethods } from './session-methods.js'
import { settingsMethods } from './settings-methods.js'
import { subagentMethods } from './subagent-methods.js'

/** The methods of the server. */
export const methods = {
  ...connectionMethods,
  ...sessionMethods,
  ...promptMethods,
  ...commandMethods,
  ...settingsMethods,
  ...subagentMethods,
} as const

export type MethodName = keyof typeof methods
/** The parameters of a method after validation. */
export type ParamsOf<Name extends MethodName> = z.infer<(typeof methods)[Name]['params']>
export type ResultOf<Name extends MethodName> = z.infer<(typeof methods)[Name]['result']>

/** The methods with one type for all of them. */
export const methodTable: {
  readonly [Name in MethodName]: {
    readonly params: z.ZodType<ParamsOf<Name>>
    readonly result: z.ZodType<ResultOf<Name>>
  }
} = methods

export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(methods, name)
}

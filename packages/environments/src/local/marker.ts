import { chooseLimits, isInRange, type LimitRange, limitOfCommand } from './limit-mark.js'
import { hasProc, type ProcessStatus, readMemoryLimit, readPidNamespace, readStatus, readVariables } from './proc.js'

/** Names the command that a process descends from: how its descendants are found, wherever they went. */
export const markerName = 'HERMES_PROCESS_ID'

/** By what the processes of a command, or of several, are known. */
export interface Mark {
  /** The value of the variable; if it ends in a dot, what the values of several begin with. */
  readonly variable: string
  readonly limits?: LimitRange
  /** None of them was started before. Default: whenever. */
  readonly since?: number
}

export function markTest({ variable, limits, since = 0 }: Mark): (status: ProcessStatus) => boolean {
  const text = `\0${markerName}=${variable}${variable.endsWith('.') ? '' : '\0'}`
  return ({ id, startTime }) => {
    if (Number(startTime) < since) return false
    return readVariables(id).includes(text) || (limits !== undefined && isInRange(limits, readMemoryLimit(id)))
  }
}

/** The mark of all commands of one environment. It begins with this agent's id and start: they tell whether it still lives. */
export function markOf(environmentId: string): Mark {
  if (!hasProc) return { variable: `0-${process.pid}-0.${environmentId}.` }
  const startTime = readStatus(process.pid)?.startTime ?? '0'
  const limits = chooseLimits()
  return {
    variable: `${readPidNamespace()}-${process.pid}-${startTime}.${environmentId}.`,
    ...(limits && { limits }),
    since: Number(startTime),
  }
}

/** The mark of one of them. */
export function markOfCommand({ variable, limits, ...rest }: Mark, count: number): Mark {
  return { ...rest, variable: `${variable}${count}`, ...(limits && { limits: limitOfCommand(limits, count) }) }
}

const ownerPattern = new RegExp(`\0${markerName}=(\\d+)-(\\d+)-(\\d+)\\.`)

/** The agent whose command a process descends from, as far as its variables tell. */
export interface Owner {
  /** What the marks of its commands begin with. */
  readonly mark: string
  /** `undefined` where another pid namespace hides it. */
  readonly isAlive: boolean | undefined
}

export function readOwner(id: number): Owner | undefined {
  const [, namespace, owner, startTime] = ownerPattern.exec(readVariables(id)) ?? []
  if (namespace === undefined) return undefined
  const isHidden = namespace !== readPidNamespace()
  return {
    mark: `${namespace}-${owner}-${startTime}`,
    isAlive: isHidden ? undefined : readStatus(Number(owner))?.startTime === startTime,
  }
}

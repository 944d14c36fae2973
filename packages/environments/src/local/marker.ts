import { chooseLimits, isInRange, type LimitRange, limitOfCommand } from './limit-mark.js'
import { hasProc, type ProcessStatus, readMemoryLimit, readPidNamespace, readStatus, readVariables } from './proc.js'

/** Name of the variable with the id of the command that a process descends from. It identifies all descendants. */
export const markerName = 'HERMES_PROCESS_ID'

/** Identifies the processes of one or more commands. */
export interface Mark {
  /** Value of the variable. When it ends in a dot, it is the common prefix of several values. */
  readonly variable: string
  readonly limits?: LimitRange
  /** Earliest start time of the processes. Default: any. */
  readonly since?: number
}

export function markTest({ variable, limits, since = 0 }: Mark): (status: ProcessStatus) => boolean {
  const text = `\0${markerName}=${variable}${variable.endsWith('.') ? '' : '\0'}`
  return ({ id, startTime }) => {
    if (Number(startTime) < since) return false
    return readVariables(id).includes(text) || (limits !== undefined && isInRange(limits, readMemoryLimit(id)))
  }
}

/**
 * Returns the mark of all commands of one environment. It starts with the id and start time of this agent, which show
 * whether the agent is still running.
 */
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

/** Returns the mark of one command. */
export function markOfCommand({ variable, limits, ...rest }: Mark, count: number): Mark {
  return { ...rest, variable: `${variable}${count}`, ...(limits && { limits: limitOfCommand(limits, count) }) }
}

const ownerPattern = new RegExp(`\0${markerName}=(\\d+)-(\\d+)-(\\d+)\\.`)

/** Agent whose command a process descends from, according to the variables of the process. */
export interface Owner {
  /** Common prefix of the marks of the agent's commands. */
  readonly mark: string
  /** Whether the agent is running. `undefined` when another PID namespace hides it. */
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

import type { JsonObject } from '@hermes/core'

/**
 * Whether one of the reports that a model has read says the same. An end is told once, whatever is told of it: after a crash, less is known than
 * before.
 */
export function isTold(report: JsonObject, told: readonly JsonObject[]): boolean {
  return told.some((each) => {
    if (each.session_id !== report.session_id) return false
    return isRunning(report) ? isRunning(each) && each.at === report.at : !isRunning(each)
  })
}

function isRunning({ status }: JsonObject): boolean {
  return status === 'running'
}

import type { JsonObject } from '@hermes/core'

/**
 * Returns whether one of the reports that the model has read covers the same event. An end is reported only once, even
 * when the reports differ: after a crash, less is known about it.
 */
export function isReported(report: JsonObject, reported: readonly JsonObject[]): boolean {
  return reported.some((each) => {
    if (each.session_id !== report.session_id) return false
    return isRunning(report) ? isRunning(each) && each.at === report.at : !isRunning(each)
  })
}

function isRunning({ status }: JsonObject): boolean {
  return status === 'running'
}

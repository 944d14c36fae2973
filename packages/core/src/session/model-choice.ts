import type { ModelChoice } from '../contracts/model/choice.js'
import type { JsonValue } from '../contracts/values/json.js'
import { isRecord } from '../json/is-record.js'

/** Reads a stored model choice. Unknown or invalid members are dropped. */
export function readModelChoice(value: JsonValue | undefined): ModelChoice {
  if (!isRecord(value)) return {}
  const { model, provider, baseUrl, apiMode, contextWindow } = value
  return {
    ...(typeof model === 'string' && { model }),
    ...(typeof provider === 'string' && { provider }),
    ...(typeof baseUrl === 'string' && { baseUrl }),
    ...(typeof apiMode === 'string' && { apiMode }),
    ...(typeof contextWindow === 'number' && { contextWindow }),
  }
}

/** Whether two choices resolve to the same model. */
export function isSameModel(left: ModelChoice, right: ModelChoice): boolean {
  return (
    left.model === right.model &&
    left.provider === right.provider &&
    left.baseUrl === right.baseUrl &&
    left.apiMode === right.apiMode &&
    left.contextWindow === right.contextWindow
  )
}

import type { JsonValue } from '@hermes/core'
import { valueAt } from './value-at.js'

const [mostRaw, mostNested] = [4_000, 2_000]

/** Replaces `{path.to.value}` with the values of an event. Lists and objects become JSON. A path without a value stays as it is. */
export function fillTemplate(template: string, data: JsonValue): string {
  return template.replaceAll(/\{([\w.@$-]{1,200})\}/g, (whole, path: string) => {
    if (path === '__raw__') return JSON.stringify(data, undefined, 2).slice(0, mostRaw)
    const value = valueAt(data, path)
    if (value === undefined) return whole
    return typeof value === 'object' && value !== null
      ? JSON.stringify(value, undefined, 2).slice(0, mostNested)
      : String(value)
  })
}

import { parseJson } from '@hermes/core/wiring'
/** JSON columns by table. Columns of other packages are not listed, because the store does not read them. */
export const jsonColumns: Readonly<Record<string, readonly string[]>> = Object.freeze({
  messages: ['tool_calls', 'provider_data'],
  sessions: ['model_config', 'context_state'],
  questions: ['reasons', 'choices', 'default_answer', 'answer'],
  state_values: ['value'],
  work_items: ['payload'],
  work_lanes: ['holder'],
  lane_claims: ['holder'],
})

export function isJson(text: string): boolean {
  try {
    parseJson(text)
    return true
  } catch {
    return false
  }
}

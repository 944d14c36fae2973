import { isRecord } from '@hermes/safety'
import { parseToolArguments } from '@hermes/tools'
import { type Kind, textField } from '../kind.js'

/** `{raw, schema?}`: the object passed to the tool, or `unrepairable`. */
export const toolargs: Kind = async (input) => {
  const schema = isRecord(input.schema) ? input.schema : undefined
  const parsed = parseToolArguments(textField(input, 'raw'), schema)
  return parsed.ok ? parsed.args : 'unrepairable'
}

import { parseToolArguments } from '@hermes/tools'
import { isObject } from '../../fakes/provider/json.js'
import { type Kind, textField } from '../kind.js'

/** `{raw, schema?}`: the object handed to the tool, or `unrepairable`. */
export const toolargs: Kind = async (input) => {
  const schema = isObject(input.schema) ? input.schema : undefined
  const parsed = parseToolArguments(textField(input, 'raw'), schema)
  return parsed.ok ? parsed.args : 'unrepairable'
}

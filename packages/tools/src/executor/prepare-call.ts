import type { JsonObject, Tool, ToolCall } from '@hermes/core'
import { didYouMean } from '../registry/did-you-mean.js'
import { coerceArguments } from '../shared/arguments/coerce-args.js'
import { freezeArguments } from '../shared/arguments/freeze-arguments.js'
import { parseToolArguments } from '../shared/arguments/parse-args.js'
import { validateArguments } from '../shared/arguments/validate.js'
import { bridgeToolset } from '../tool-search/bridge-tools.js'

export type PreparedCall =
  | {
      readonly ok: true
      readonly tool: Tool
      /** After repair and coercion: what hooks, the gate and people see. */
      readonly args: JsonObject
      /** `args` as the tool's schema gives them back: what the tool is run with. */
      readonly input: unknown
    }
  | { readonly ok: false; readonly args: JsonObject /** For the model. */; readonly reason: string }

/** Finds the tool and makes sense of what the model wrote. Changes nothing and asks nobody. */
export async function prepareCall(call: ToolCall, tools: ReadonlyMap<string, Tool>): Promise<PreparedCall> {
  const { name } = call.function
  const tool = tools.get(name)
  if (!tool) return { ok: false, args: {}, reason: unknownTool(name, tools) }
  const parsed = parseToolArguments(call.function.arguments, tool.parameters)
  if (!parsed.ok) return { ok: false, args: {}, reason: `"${name}" was not run: ${parsed.reason}` }
  return prepareArguments(tool, parsed.args)
}

/** The second half of {@link prepareCall}, for arguments that are an object already. */
export async function prepareArguments(tool: Tool, given: JsonObject): Promise<PreparedCall> {
  // A hook that changed them in place would have people agree to something else than what runs.
  const args = freezeArguments(coerceArguments(given, tool.parameters))
  const validation = await validateArguments(tool, args)
  return validation.ok
    ? { ok: true, tool, args, input: validation.input }
    : { ok: false, args, reason: validation.reason }
}

/** Of more tools than this, the rest is only counted. */
const namedTools = 60

function unknownTool(name: string, tools: ReadonlyMap<string, Tool>): string {
  // The bridge to hidden tools can be called in every session, but it is in the list of few.
  const names = [...tools.values()].filter(({ toolset }) => toolset !== bridgeToolset).map((tool) => tool.name)
  if (names.length === 0) return `There is no tool "${name}": this session has no tools.`
  const more = names.length > namedTools ? `, and ${names.length - namedTools} more` : ''
  const list = `${names.slice(0, namedTools).join(', ')}${more}`
  return `There is no tool "${name}".${didYouMean(name, names)} The tools are: ${list}.`
}

import type { JsonObject, Tool, ToolCall } from '@hermes/core'
import { deepFreeze } from '@hermes/core/wiring'
import { didYouMean } from '../registry/did-you-mean.js'
import { coerceArguments } from '../shared/arguments/coerce-args.js'
import { parseToolArguments } from '../shared/arguments/parse-args.js'
import { validateArguments } from '../shared/arguments/validate.js'
import { bridgeToolset } from '../tool-search/bridge-tools.js'

export type PreparedCall =
  | {
      readonly ok: true
      readonly tool: Tool
      /** Arguments after repair and coercion, as hooks, the gate and people see them. */
      readonly args: JsonObject
      /** `args` as parsed by the tool's schema. The tool receives these. */
      readonly input: unknown
    }
  | {
      readonly ok: false
      readonly args: JsonObject
      /** Reason for the model why the call was not run. */
      readonly reason: string
    }

/** Finds the tool and parses the arguments of a call. Has no side effects. */
export async function prepareCall(call: ToolCall, tools: ReadonlyMap<string, Tool>): Promise<PreparedCall> {
  const { name } = call.function
  const tool = tools.get(name)
  if (!tool) return { ok: false, args: {}, reason: unknownTool(name, tools) }
  const parsed = parseToolArguments(call.function.arguments, tool.parameters)
  if (!parsed.ok) return { ok: false, args: {}, reason: `"${name}" was not run: ${parsed.reason}` }
  return prepareArguments(tool, parsed.args)
}

/** Performs the second half of {@link prepareCall} for arguments that are already an object. */
export async function prepareArguments(tool: Tool, given: JsonObject): Promise<PreparedCall> {
  // Frozen, so that a hook cannot make people approve something other than what runs.
  const args = deepFreeze(coerceArguments(given, tool.parameters))
  const validation = await validateArguments(tool, args)
  return validation.ok
    ? { ok: true, tool, args, input: validation.input }
    : { ok: false, args, reason: validation.reason }
}

/** Maximum number of tools that are listed by name. Additional tools are only counted. */
const namedTools = 60

function unknownTool(name: string, tools: ReadonlyMap<string, Tool>): string {
  // The bridge to hidden tools is always callable but rarely listed.
  const names = [...tools.values()].filter(({ toolset }) => toolset !== bridgeToolset).map((tool) => tool.name)
  if (names.length === 0) return `There is no tool "${name}": this session has no tools.`
  const more = names.length > namedTools ? `, and ${names.length - namedTools} more` : ''
  const list = `${names.slice(0, namedTools).join(', ')}${more}`
  return `There is no tool "${name}".${didYouMean(name, names)} The tools are: ${list}.`
}

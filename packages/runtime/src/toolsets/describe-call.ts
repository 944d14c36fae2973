import { type JsonObject, summarizeCall, type Tool, type ToolTraits } from '@hermes/core'

/** The description of a tool call, for surfaces. */
export interface CallDescription {
  readonly kind: NonNullable<ToolTraits['kind']>
  /** One line about the call. */
  readonly summary?: string
  /** The files that the call names, as the model wrote them. */
  readonly paths: readonly string[]
}

/** Describes a call without running it. Never throws. `tool` is `undefined` for an unknown name. */
export function describeCall(tool: Tool | undefined, args: JsonObject): CallDescription {
  if (!tool) return { kind: 'other', paths: [] }
  const summary = summarizeCall(tool, args)
  const kind = tool.kind ?? (tool.effect === 'read' ? 'read' : 'other')
  return { kind, paths: pathsOf(tool, args), ...(summary !== undefined && { summary }) }
}

/** Returns the paths that a call names, or none if the model's arguments are invalid. */
function pathsOf({ concurrency }: Tool, args: JsonObject): readonly string[] {
  if (typeof concurrency === 'string') return []
  try {
    return concurrency.paths(args)
  } catch {
    return []
  }
}

import type { JsonValue, ToolDefinition } from '@hermes/core'
import { scanText } from '@hermes/safety/scan'
import { fingerprintTool } from './fingerprint.js'
import type { PinBook } from './pin-book.js'

export interface JudgedTool {
  readonly definition: ToolDefinition
  /** May be given to a model. A new or changed one has to be shown to a person, whole, before that. */
  readonly status: 'approved' | 'new' | 'changed'
  /** What in its texts tries to steer an agent. */
  readonly findings: readonly string[]
  /** Another tool has the name already. */
  readonly shadows: boolean
}

export interface JudgeToolsOptions {
  /** `mcp:github`, `plugin:notes`. */
  readonly source: string
  readonly book: PinBook
  /** Names of tools that there are without this source. */
  readonly taken?: readonly string[]
}

/**
 * What is to be said of tools that somebody else brings. They are judged each time that they are listed: a server may change
 * what it says after a person has agreed to it.
 */
export async function judgeTools(
  definitions: readonly ToolDefinition[],
  { source, book, taken = [] }: JudgeToolsOptions,
): Promise<readonly JudgedTool[]> {
  return Promise.all(
    definitions.map(async (definition) => ({
      definition,
      status: await book.judge({ source, name: definition.name, fingerprint: fingerprintTool(definition) }),
      findings: findingsOf(definition),
      shadows: taken.includes(definition.name),
    })),
  )
}

/** Names and values in the schema are read by the model as well as the descriptions. */
function findingsOf({ name, description, parameters }: ToolDefinition): readonly string[] {
  const text = [name, description, ...textsOf(parameters)].join('\n')
  return scanText(text, { surface: 'tool-description' }).findings.map((finding) => finding.name)
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsOf(item)])
}

import type { JsonValue, ToolDefinition } from '@hermes/core'
import type { Scan } from '@hermes/safety/scan'
import { fingerprintTool } from './fingerprint.js'
import type { PinBook, PinStatus } from './pin-book.js'

export interface JudgedTool {
  readonly definition: ToolDefinition
  /**
   * Approval status. Only approved tools may be given to a model, and a person must see a new or changed tool
   * completely before approval.
   */
  readonly status: PinStatus
  /** Names of the scan rules that match text in the tool that tries to steer an agent. */
  readonly findings: readonly string[]
  /** Whether another tool already has this name. */
  readonly shadows: boolean
}

export interface JudgeToolsOptions {
  /** Source of the tools, for example `mcp:github` or `plugin:notes`. */
  readonly source: string
  readonly book: PinBook
  /** Names of tools from other sources. */
  readonly taken?: readonly string[]
  /** Scan for steering text. Default: the rules alone. */
  readonly scan?: Scan
}

/**
 * Checks third-party tools. They are checked each time they are listed, because a server may change them after
 * approval.
 */
export async function judgeTools(
  definitions: readonly ToolDefinition[],
  { source, book, taken = [], scan }: JudgeToolsOptions,
): Promise<readonly JudgedTool[]> {
  const items = definitions.map((definition) => ({
    source,
    name: definition.name,
    fingerprint: fingerprintTool(definition),
  }))
  const statuses = await book.judgeAll(items)
  return Promise.all(
    definitions.map(async (definition, index) => ({
      definition,
      status: statuses[index] ?? 'new',
      findings: await findingsOf(definition, scan),
      shadows: taken.includes(definition.name),
    })),
  )
}

/** Finds text in a tool that tries to steer an agent. Covers names and values in the schema, which the model also reads. */
export async function findingsOf(
  { name, description, parameters }: ToolDefinition,
  scan: Scan = scanByRules,
): Promise<readonly string[]> {
  const text = [name, description, ...textsOf(parameters)].join('\n')
  const { findings } = await scan(text, { surface: 'tool-description' })
  return findings.filter(({ name }) => name !== 'quoted').map(({ name }) => name)
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsOf(item)])
}

/** Loads the rules with the first text, because compiling them takes ten milliseconds. */
const scanByRules: Scan = async (text, options) => (await import('@hermes/safety/scan')).createScan()(text, options)

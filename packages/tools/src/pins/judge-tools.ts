import type { JsonValue, ToolDefinition } from '@hermes/core'
import type { Scan } from '@hermes/safety/scan'
import { fingerprintTool } from './fingerprint.js'
import type { PinBook, PinStatus } from './pin-book.js'

export interface JudgedTool {
  readonly definition: ToolDefinition
  /**
   * Only approved tools may be given to a model. A person must see a new or changed tool completely before approval.
   */
  readonly status: PinStatus
  /** Parts of its texts that try to steer an agent. */
  readonly findings: readonly string[]
  /** Another tool already has the name. */
  readonly shadows: boolean
}

export interface JudgeToolsOptions {
  /** `mcp:github`, `plugin:notes`. */
  readonly source: string
  readonly book: PinBook
  /** Names of tools from other sources. */
  readonly taken?: readonly string[]
  /** Default: the rules alone. */
  readonly scan?: Scan
}

/**
 * Checks tools of third parties. They are checked each time they are listed, because a server may change them after
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

/** The parts of a tool that try to steer an agent. The model also reads names and values in the schema. */
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

/** Loads the rules at the first text: they take ten milliseconds to compile. */
const scanByRules: Scan = async (text, options) => (await import('@hermes/safety/scan')).createScan()(text, options)

import { open, writeFile } from 'node:fs/promises'
import { toUsageJson } from '@hermes/conversations/stored'
import type { RunResult } from '@hermes/core'
import { UsageError } from '../usage-error.js'
import type { Spent } from './follow-spending.js'

/** Facts for `--usage-file` about a run, which may have failed before its first call. */
export interface RunUsage {
  readonly sessionId?: string | undefined
  readonly model?: string | undefined
  readonly provider?: string | undefined
  /** Result of the turn. Absent if the run failed before the turn ended. */
  readonly result?: RunResult | undefined
  readonly spent: Spent
}

/** Checks the file before a turn that costs money. @throws {UsageError} when the file cannot be written. */
export async function requireWritable(path: string): Promise<void> {
  try {
    await (await open(path, 'a', 0o600)).close()
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new UsageError(
      `--usage-file: ${path} cannot be written${reason}. Name a file in a folder that exists and that you may change.`,
    )
  }
}

/** Writes the usage of a run as JSON, for scripts. */
export async function writeUsage(path: string, { sessionId, model, provider, result, spent }: RunUsage): Promise<void> {
  const status = result?.outcome.status ?? 'failed'
  const facts = {
    session_id: sessionId ?? null,
    model: model ?? null,
    provider: provider ?? null,
    status,
    completed: status === 'completed',
    failed: status === 'failed',
    api_calls: spent.apiCalls,
    ...toUsageJson(spent.usage),
  }
  await writeFile(path, `${JSON.stringify(facts, undefined, 2)}\n`, { mode: 0o600 })
}

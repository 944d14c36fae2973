import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A revision whose requirements the suite has frozen. */
export type Revision = '2025-11-25' | '2026-07-28'

export interface SuiteResult {
  readonly passed: number
  /** The checks that failed or warned, as `scenario: check: reason`, without those of extensions. */
  readonly failed: readonly string[]
}

interface Check {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED'
  readonly description: string
  readonly errorMessage?: string
}

/** Extensions that no revision requires and that Hermes does not implement. */
const extensions = [/^auth-(client-credentials|enterprise-managed-authorization|dpop|wif)/, /^tasks-/]

const program = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)

/** Scenarios of the extension for skills, which no revision requires. */
export const skillScenarios = {
  client: ['no-prefetch', 'verify-digest', 'verify-frontmatter', 'verify-size'].map(
    (name) => `sep-2640-client-${name}`,
  ),
  server: ['enumeration', 'manifest'].map((name) => `sep-2640-skills-${name}`),
} as const

/** Runs the conformance suite with the requirements of a revision, or one of its scenarios. */
export async function runSuite(
  side: 'client' | 'server',
  run: { readonly revision: Revision } | { readonly scenario: string },
  { args, variables = {} }: { readonly args: readonly string[]; readonly variables?: Record<string, string> },
): Promise<SuiteResult> {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-conformance-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const chosen = 'revision' in run ? ['--requirements', run.revision] : ['--scenario', run.scenario]
  const child = spawn(process.execPath, [program, side, ...chosen, '-o', folder, ...args], {
    env: { PATH: process.env.PATH, NO_COLOR: '1', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const checks = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('checks.json'))
    .flatMap((file) => {
      const scenario = dirname(file)
        .replaceAll('/', '-')
        .replace(/-\d{4}-\d\d-\d\dT[\w-]+$/, '')
      const found: readonly Check[] = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      return found.map((check) => ({ scenario, ...check }))
    })
    .filter(
      ({ scenario }) => !extensions.some((extension) => extension.test(scenario.replace(/^(client|server)-/, ''))),
    )
  return {
    passed: checks.filter(({ status }) => status === 'SUCCESS').length,
    failed: checks
      .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
      .map(({ scenario, id, description, errorMessage = description }) => `${scenario}: ${id}: ${errorMessage}`),
  }
}

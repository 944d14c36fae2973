import type { Assessment } from '@hermes/core'
import { isInside } from '@hermes/safety/protect'
import { fromText, isKnown } from '../words/data.js'
import type { Subject } from './rule.js'
import { unsandboxedReasons } from './unsandboxed.js'

/** What consent to one finding covers in a session. */
export interface FindingScope {
  readonly key: string
  readonly text: string
}

const whateverItRuns: ReadonlySet<string> = new Set([unsandboxedReasons.inline, unsandboxedReasons.written])

/**
 * Covers the same program for the same reason as long as every path lies inside the workspace, otherwise exactly this
 * command.
 */
export function scopeOf(
  reason: string,
  subject: Subject,
  { workspace, text }: { workspace: string; text: string },
): FindingScope {
  const { name } = subject.invocation
  if (whateverItRuns.has(reason)) return { key: keyOf(reason, name, 'any'), text: `whatever ${name} runs` }
  if (!staysInside(subject, workspace)) return exactScope(reason, text)
  return { key: keyOf(reason, name, 'inside', workspace), text: `${name} with paths inside ${workspace}` }
}

export function exactScope(reason: string, text: string): FindingScope {
  return { key: keyOf(reason, 'exactly', text), text: 'exactly this call' }
}

export function consentOf(scopes: readonly FindingScope[]): NonNullable<Assessment['consent']> {
  const textOf = [...new Set(scopes.map(({ text }) => text))]
  return { keys: [...new Set(scopes.map(({ key }) => key))], text: textOf.join('; ') }
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts)
}

/**
 * Checks the folder that the invocation runs in, and everything that may be a path: arguments, option values and
 * redirection targets.
 */
function staysInside({ invocation, resolve }: Subject, workspace: string): boolean {
  const { argv, redirects, environment, cwd, name, bulk } = invocation
  if (name === '' || bulk || cwd === undefined || environment.size > 0 || !argv.every(isKnown)) return false
  if (cwd !== workspace && !isInside(cwd, workspace)) return false
  const values = argv.slice(1).flatMap((word) => (word.text.startsWith('-') ? optionValue(word.text) : [word]))
  return [...values, ...redirects.map(({ target }) => target)].every((word) => {
    const path = isKnown(word) ? resolve(word) : undefined
    return path !== undefined && isInside(path, workspace)
  })
}

/** Returns the value in `--target=/x` and `-C/x`. */
function optionValue(option: string) {
  const value = /^--[^=]*=(.+)$/s.exec(option)?.[1] ?? /^-[^-]([/.~].*)$/s.exec(option)?.[1]
  return value === undefined ? [] : [fromText(value)]
}

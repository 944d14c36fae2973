import { isRecord } from '@hermes/core/wiring'
import { type PortableEvent, type PortableHook, portableEvents } from './portable-plugin.js'

/** The longest time limit of a hook, in seconds. */
const longest = 25
const mostHooks = 100

export interface FoundHooks {
  readonly hooks: readonly PortableHook[]
  readonly unsupported: readonly string[]
}

/** Reads the member `hooks` of a hooks file, which contains events, each with matchers and their commands. */
export function readHooks(value: unknown): FoundHooks {
  const hooks: PortableHook[] = []
  const unsupported: string[] = []
  for (const [event, groups] of Object.entries(isRecord(value) ? value : {})) {
    if (!isEvent(event)) {
      unsupported.push(`hooks: ${event}`)
      continue
    }
    for (const group of Array.isArray(groups) ? groups : []) {
      const { matcher = '', hooks: entries } = isRecord(group) ? group : {}
      const names = typeof matcher === 'string' ? toNames(event, matcher) : undefined
      for (const entry of Array.isArray(entries) ? entries : []) {
        const command = commandOf(entry)
        if (names === undefined) unsupported.push(`hooks: ${event} (${String(matcher)})`)
        else if (command === undefined) unsupported.push(`hooks: ${event} of type ${typeOf(entry)}`)
        else hooks.push({ event, matcher: names, command, timeout: timeoutOf(entry) })
      }
    }
  }
  return { hooks: hooks.slice(0, mostHooks), unsupported: [...new Set(unsupported)] }
}

function isEvent(name: string): name is PortableEvent {
  return portableEvents.some((event) => event === name)
}

/**
 * Converts a matcher, which is an expression over names of tools. `Write|Edit`, `mcp__.*` and `^Bash$` are lists of names with wildcards.
 * Anything else is unknown, because an expression from a third party may take very long to match.
 */
function toNames(event: PortableEvent, matcher: string): string | undefined {
  // Matchers of other events refer to what has no counterpart in Hermes, such as how the session began.
  if (event !== 'PreToolUse' && event !== 'PostToolUse') return ''
  if (matcher === '' || matcher === '*' || matcher === '.*') return ''
  const names = matcher
    .replace(/^\^?\(?/, '')
    .replace(/\)?\$?$/, '')
    .split('|')
  const found = names.map((name) => name.trim().replace(/^\^/, '').replace(/\$$/, '').replaceAll('.*', '*'))
  return found.every((name) => /^[\w-]{0,64}\*?[\w-]{0,64}$/.test(name) && name !== '') ? found.join('|') : undefined
}

/** Returns the command line of a hook of the type `command`, whose arguments may be in a separate list. */
function commandOf(entry: unknown): string | undefined {
  if (!isRecord(entry) || (entry.type ?? 'command') !== 'command') return undefined
  const { command, args } = entry
  if (typeof command !== 'string' || command.trim() === '') return undefined
  if (args === undefined) return command
  if (!Array.isArray(args) || !args.every((each) => typeof each === 'string')) return undefined
  return [command, ...args].map(quoted).join(' ')
}

/** Puts a text in double quotes, so that the folders of the plugin are filled in. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\`]/g, (char) => `\\${char}`).replaceAll(/\$(?!\{(?:CLAUDE_)?PLUGIN_)/g, '\\$')}"`
}

function typeOf(entry: unknown): string {
  return isRecord(entry) && typeof entry.type === 'string' ? entry.type : 'unknown'
}

function timeoutOf(entry: unknown): number {
  const seconds = isRecord(entry) && typeof entry.timeout === 'number' ? entry.timeout : longest
  return Math.min(longest, Math.max(1, seconds))
}
